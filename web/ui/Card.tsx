import { type ReactNode, useId } from 'react';
import { Pending } from './Pending.tsx';

export interface CardProps {
  /** Heading of the card; a card without one is a plain surface. */
  title?: string | undefined;
  /** One line of help below the heading. */
  help?: ReactNode;
  /** All settings of this card are pending. */
  pending?: boolean | undefined;
  children: ReactNode;
  /** No padding: for tables and lists that reach the edge. */
  flush?: boolean | undefined;
  /** A line of actions at the bottom. */
  footer?: ReactNode;
}

export function Card({ title, help, pending = false, children, flush = false, footer }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {help && <p className="card-help">{help}</p>}
          {pending && <Pending pending />}
        </header>
      )}
      <div className={flush ? 'card-flush' : 'card-body'}>{children}</div>
      {footer && <footer className="card-foot">{footer}</footer>}
    </section>
  );
}
