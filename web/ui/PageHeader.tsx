import { type ReactNode, useEffect, useRef } from 'react';
import { takeTitleFocus } from '../lib/titleFocus.ts';
import { Pending } from './Pending.tsx';

export interface PageHeaderProps {
  title: string;
  /** Figure beside the title, already formatted. */
  count?: string | undefined;
  /** One sentence: what the settings of this page control. */
  description?: ReactNode;
  /** All settings of this page are pending. */
  pending?: boolean | undefined;
  /** Buttons at the end; the primary one last. */
  actions?: ReactNode;
}

/** The page's only h1. After a navigation it takes the focus. */
export function PageHeader({ title, count, description, pending = false, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeTitleFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="page-header">
      <div className="page-header-text">
        <h1 ref={heading} tabIndex={-1} data-page-title="">
          {title}
          {count !== undefined && <span className="page-count">{count}</span>}
        </h1>
        {description && <p className="page-description">{description}</p>}
        {pending && <Pending pending />}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
