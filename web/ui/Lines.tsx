/** A text of one line or two: the second says what to do about the first. */
export function Lines({ text }: { text: string }) {
  const [first, ...others] = text.split('\n');
  if (others.length === 0) return <>{text}</>;
  return (
    <span className="lines">
      <span>{first}</span> <span className="lines-help">{others.join(' ')}</span>
    </span>
  );
}
