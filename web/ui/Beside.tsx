import type { ReactNode } from 'react';

export interface BesideProps {
  /** The current state of the device: beside the form on a wide window, otherwise above it. */
  now?: ReactNode;
  /** The effect of the settings: beside the form below `now`, otherwise below the form. */
  result?: ReactNode;
  /** The form's cards. */
  children: ReactNode;
}

/** Cards of a settings page, with their effect visible while the form is filled in. The form comes first in reading order. */
export function Beside({ now, result, children }: BesideProps) {
  return (
    <div className="beside">
      <div className="form-stack">{children}</div>
      <div className="beside-column">
        {now && <div className="beside-now">{now}</div>}
        {result && <div className="beside-result">{result}</div>}
      </div>
    </div>
  );
}
