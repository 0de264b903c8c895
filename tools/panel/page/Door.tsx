/** The door beside the terminal. */
export function Door() {
  return (
    <svg className="door" viewBox="0 0 120 300" aria-hidden="true">
      <rect className="door-frame" x="2" y="2" width="116" height="298" rx="3" />
      <rect className="door-leaf" x="10" y="10" width="100" height="290" />
      <rect className="door-panel" x="24" y="28" width="72" height="104" rx="2" />
      <rect className="door-panel" x="24" y="170" width="72" height="104" rx="2" />
      <rect className="door-plate" x="12" y="138" width="8" height="30" rx="3" />
      <rect className="door-handle" x="14" y="148" width="24" height="5" rx="2.5" />
    </svg>
  );
}
