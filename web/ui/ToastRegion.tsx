import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { closeToast, currentToasts, onToasts } from './toast.ts';

/* A modal dialog makes everything outside it inert, toasts too; so each open dialog has a region and the topmost shows. */
const regions: string[] = [];
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
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
  return (
    <div className="toasts" role="status" aria-live="polite">
      {top &&
        toasts.map((toast) => (
          <div key={toast.id} className={`toast toast-${toast.tone}`}>
            <Icon name={toast.tone === 'ok' ? 'check' : toast.tone === 'no' ? 'alert' : 'info'} />
            <span className="toast-text">{toast.text}</span>
            <IconButton icon="close" label={t('ui.close')} onClick={() => closeToast(toast.id)} />
          </div>
        ))}
    </div>
  );
}
