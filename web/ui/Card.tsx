import { type ReactNode, useId } from 'react';

export interface CardProps {
  /** Heading of the card; a card without one is a plain surface. */
  title?: string | undefined;
  /** One line of help below the heading. */
  help?: ReactNode;
  children: ReactNode;
  /** No padding: for tables and lists that go to the edge. */
  flush?: boolean | undefined;
  /** A line of actions at the bottom. */
  footer?: ReactNode;
}

export function Card({ title, help, children, flush = false, footer }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {help && <p className="card-help">{help}</p>}
        </header>
      )}
      <div className={flush ? 'card-flush' : 'card-body'}>{children}</div>
      {footer && <footer className="card-foot">{footer}</footer>}
    </section>
  );
}
