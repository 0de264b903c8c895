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

/** Looks like a button and goes to a route: it is a link, so that it opens in a new tab and says where it leads. */
export function ButtonLink({ to, children, tone = 'plain', icon, replace = false }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={`button button-${tone}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
