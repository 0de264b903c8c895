import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ButtonTone } from './Button.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface ButtonLinkProps {
  to: string;
  children: ReactNode;
  tone?: ButtonTone;
  icon?: IconName | undefined;
  replace?: boolean | undefined;
}

/** A link to a route that looks like a button: it can open in a new tab and shows its target. */
export function ButtonLink({ to, children, tone = 'plain', icon, replace = false }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={`button button-${tone}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
