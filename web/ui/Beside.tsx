import type { ReactNode } from 'react';

export interface BesideProps {
  /** What the device does now: beside the form on a wide window, else above it. */
  now?: ReactNode;
  /** What will come of what is set: beside the form below `now`, else below the form. */
  result?: ReactNode;
  /** The form's cards. */
  children: ReactNode;
}

/** Cards of a settings page, with what comes of them in sight while it is filled in. The form comes first in the reading. */
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
