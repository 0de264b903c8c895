import type { DoorStateReply } from '@gen/door.ts';

/**
 * The door leaf in its frame, seen from the front, with its bolt, in the current state; the text beside it says the
 * same. Animated unless the user prefers reduced motion.
 */
export function DoorPicture({ rule, relay, relayMode, leaf, alarms, sounds }: DoorStateReply) {
  const classes = [
    'door-picture',
    `door-is-${leaf}`,
    relayMode === 'door' && relay && 'door-is-released',
    (alarms.length > 0 || rule === 'fire') && 'door-alarms',
    sounds && 'door-sounds',
  ];
  return (
    <svg className={classes.filter(Boolean).join(' ')} viewBox="0 0 96 104" width="96" height="104" aria-hidden="true">
      <path className="door-floor" d="M4 98h88" />
      <path className="door-hole" d="M22 98V12h52v86Z" />
      <path className="door-frame" d="M18 98V8h60v90" />
      {relayMode === 'door' && <path className="door-bolt" d="M68 57h9" />}
      <g className="door-leaf">
        <path d="M22 12h52v86H22Z" />
        <path className="door-panes" d="M30 22h36v24H30ZM30 66h36v22H30Z" />
        <path className="door-handle" d="M60 57h8" />
      </g>
      {rule === 'lockedDown' && <path className="door-bar" d="M12 50h72M12 64h72" />}
      {rule === 'fire' && (
        <path
          className="door-fire"
          d="M48 34c12 12 16 18 16 28a16 16 0 0 1-32 0c0-6 4-10 8-14 0 6 2 8 4 8 4-6-2-12 4-22Z"
        />
      )}
      {leaf === 'unknown' && <path className="door-unknown" d="M42 34a6 6 0 1 1 8 6c-2 1-2 2-2 5M48 54h.01" />}
      {alarms.length > 0 && rule !== 'fire' && <path className="door-warn" d="M84 4 94 22H74ZM84 10v5M84 18.500h.01" />}
    </svg>
  );
}
