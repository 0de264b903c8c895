import { type IconName, icons } from './icons.ts';

export interface IconProps {
  name: IconName;
  /** Edge in pixels at a text size of 16 px; it grows with the text. Default 18. */
  size?: number;
  /** Directional icons (arrows, chevrons) are mirrored in right-to-left languages. */
  className?: string | undefined;
}

const pointing: ReadonlySet<IconName> = new Set<IconName>([
  'chevronEnd',
  'chevronStart',
  'edgeEnd',
  'edgeStart',
  'signOut',
  'panel',
  'undo',
]);

/** One stroke, drawn inline, never read out: the text is beside it or on the control. */
export function Icon({ name, size = 18, className }: IconProps) {
  const classes = ['icon', pointing.has(name) ? 'icon-points' : '', className ?? ''].filter(Boolean).join(' ');
  const edge = `${size / 16}rem`;
  return (
    <svg className={classes} width={edge} height={edge} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} />
    </svg>
  );
}
