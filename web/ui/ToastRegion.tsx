import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Lines } from './Lines.tsx';
import { closeToast, currentToasts, onToasts, type Toast } from './toast.ts';

/* A modal dialog makes everything outside it inert, toasts too; so each open dialog has a region and the topmost shows. */
const regions: string[] = [];
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** The meaning of colour and icon, for screen readers. */
function Outcome({ toast: { tone, text } }: { toast: Toast }) {
  if (tone === 'info') return null;
  const word = tone === 'ok' ? t('ui.success') : t('ui.failed');
  return text.startsWith(word) ? null : <span className="visually-hidden">{word}: </span>;
}

export function ToastRegion() {
  const id = useId();
  const [top, setTop] = useState(false);
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  useEffect(() => {
    const update = () => setTop(regions[regions.length - 1] === id);
    regions.push(id);
    listeners.add(update);
    announce();
    return () => {
      listeners.delete(update);
      regions.splice(regions.indexOf(id), 1);
      announce();
    };
  }, [id]);
  const aboveBar = useAboveBar(toasts.length > 0);
  return (
    <div className="toasts" role="status" aria-live="polite" style={{ ['--above-bar' as string]: aboveBar }}>
      {top &&
        toasts.map((toast) => (
          <div key={toast.id} className={`toast toast-${toast.tone}`}>
            <Icon name={toast.tone === 'ok' ? 'check' : toast.tone === 'no' ? 'alert' : 'info'} />
            <Outcome toast={toast} />
            <span className="toast-text">
              <Lines text={toast.text} />
            </span>
            <IconButton icon="close" label={t('ui.close')} onClick={() => closeToast(toast.id)} />
          </div>
        ))}
    </div>
  );
}

const GAP = 12;

/** Distance from the bottom of the window at which toasts do not cover the change bar: it moves while the page is scrolled. */
function useAboveBar(isWanted: boolean): string {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!isWanted) return undefined;
    const measure = () => {
      const bar = document.querySelector('.change-bar');
      setHeight(bar ? Math.round(innerHeight - bar.getBoundingClientRect().top + GAP) : 0);
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [isWanted]);
  return `${height}px`;
}
