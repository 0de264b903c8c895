import { useEffect } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { Move, MoveState, MoveView } from '../../../lib/move/machine.ts';
import { staysHere, viewOf } from '../../../lib/move/machine.ts';
import { type MovingParts, useMoving } from '../../../lib/move/useMoving.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useJoinForm } from '../wifi/joinForm.ts';
import { useWifiMove } from '../wifi/useWifiMove.ts';
import { WifiFailed } from '../wifi/WifiFailed.tsx';
import { WifiSteps } from '../wifi/WifiSteps.tsx';
import { failureText } from '../words.ts';
import { MovePlaces } from './MovePlaces.tsx';
import { MoveWays } from './MoveWays.tsx';
import { TimeLeft } from './TimeLeft.tsx';

export interface MoveDialogProps {
  move: Move;
  parts: MovingParts;
  onClose: () => void;
}

/** A network change that waits to be confirmed: its progress, the time left, and the available actions. */
export function MoveDialog({ move, parts, onClose }: MoveDialogProps) {
  const wifi = useWifiMove(move.page === 'Wirless');
  const moving = useMoving(move, wifi.settled, parts);
  const { state } = moving;
  const view = viewOf(state);
  const tryAgain = useJoinForm();
  useEffect(() => {
    if (view !== 'confirmed') return;
    toast.ok(wifi.joined === '' ? t('move.confirmed') : t('move.wifiConfirmed', { ssid: wifi.joined }));
    onClose();
  }, [view, wifi.joined, onClose]);
  if (view === 'confirmed') return null;
  const over = view === 'undone' || view === 'lost';
  const found = move.code === '';
  const failed = !over && wifi.failure !== 'none';
  const joining = wifi.state !== undefined && !failed && !wifi.settled;
  return (
    <Dialog
      open
      title={failed ? failureText(wifi.failure) : found && !over ? t('move.foundTitle') : titleOf(view)}
      onClose={over || failed || found ? onClose : undefined}
      footer={
        <>
          {over && <Button onClick={onClose}>{t('ui.close')}</Button>}
          {view !== 'undone' && <MoveWays moving={moving} origin={parts.origin} joining={joining} />}
          {failed && tryAgain && (
            <Button
              tone="primary"
              onClick={() => {
                tryAgain();
                onClose();
              }}
            >
              {t('ui.retry')}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {failed ? (
          <WifiFailed failure={wifi.failure} more={t('wifi.goesBack')} />
        ) : (
          <p>{textOf(view, state, parts.origin)}</p>
        )}
      </div>
      {!over && (
        <>
          {wifi.state && !failed && <WifiSteps phase={wifi.state.phase} />}
          <TimeLeft left={state.left} total={secondsOf(move)} />
          <MovePlaces state={state} origin={parts.origin} />
        </>
      )}
    </Dialog>
  );
}

function secondsOf({ startedAt, until }: Move): number {
  return Math.round((until - startedAt) / 1000);
}

function titleOf(view: MoveView): string {
  if (view === 'undone') return t('move.undoneTitle');
  if (view === 'lost') return t('move.lostTitle');
  return view === 'returning' ? t('move.returningTitle') : t('move.title');
}

function textOf(view: MoveView, { move, there }: MoveState, origin: string): string {
  const known = move.url !== '';
  switch (view) {
    case 'trying':
    case 'confirmed':
      return t('move.trying');
    case 'here':
      if (move.code === '') return t('move.found');
      if (!known) return t('move.hereUnknown');
      return staysHere(move, origin) ? t('move.hereSame') : t('move.hereOther');
    case 'gone':
      if (!known) return t('move.goneUnknown');
      return there === true ? t('move.going') : t('move.goneOther');
    case 'returning':
      return t('move.returning');
    case 'undone':
      return t('move.undone');
    case 'lost':
      return t('move.lost');
  }
}
