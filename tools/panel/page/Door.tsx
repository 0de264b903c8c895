import type { Command } from '../protocol.ts';
import type { DoorState } from './door.ts';

interface DoorProps {
  door: DoorState;
  disabled: boolean;
  onCommand: (command: Command) => void;
}

/** State of the door as text, for those who do not see it turn. */
function doorText({ open, relay, held }: DoorState): string {
  if (open) return held ? 'The door is held open.' : 'The door is open.';
  return relay ? 'The door is released.' : 'The door is locked.';
}

/** Light on the lock: green while the relay is on. */
function Lamp({ on }: { on: boolean }) {
  return <i className={on ? 'lamp lamp-on' : 'lamp'} aria-hidden="true" />;
}

/** The door beside the terminal: it turns, and a person can push, hold or force it. */
export function Door({ door, disabled, onCommand }: DoorProps) {
  const off = disabled || !door.known;
  return (
    <section className="doorway" aria-label="Door">
      <div className={`frame ${door.open ? 'frame-open' : ''} ${door.fire ? 'frame-fire' : ''}`}>
        <div className="room" aria-hidden="true">
          <i className="room-lamp" />
          <i className="room-floor" />
        </div>
        <button
          type="button"
          className="leaf"
          disabled={off}
          aria-label="Push the door"
          onClick={() => onCommand({ do: 'door', push: true })}
        >
          <i className="leaf-pane" aria-hidden="true" />
          <i className="leaf-pane" aria-hidden="true" />
          <i className="leaf-handle" aria-hidden="true" />
        </button>
        <Lamp on={door.relay} />
      </div>
      <p className="door-text" role="status">
        {door.known ? doorText(door) : 'No door is wired to this terminal.'}
      </p>
      {door.known && <DoorTools door={door} disabled={disabled} onCommand={onCommand} />}
    </section>
  );
}

function DoorTools({ door, disabled, onCommand }: DoorProps) {
  const button = (label: string, pressed: boolean | undefined, command: Command) => (
    <button type="button" disabled={disabled} aria-pressed={pressed} onClick={() => onCommand(command)}>
      {label}
    </button>
  );
  return (
    <fieldset className="door-tools" aria-label="At the door">
      {button('Exit button', undefined, { do: 'door', exit: true })}
      {button('Hold it open', door.held, { do: 'door', hold: !door.held })}
      {button('Fire alarm', door.fire, { do: 'door', fire: !door.fire })}
      {button('Open the case', door.tamper, { do: 'door', tamper: !door.tamper })}
      {button('12 V away', door.supplyLost, { do: 'door', supply: door.supplyLost })}
      {button('Break in', undefined, { do: 'door', force: true })}
    </fieldset>
  );
}
