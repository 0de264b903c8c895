import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** An error of a form that is about none of its fields; '' for none. */
export function Problem({ title, text }: { title?: string; text: string }) {
  return (
    <div className="backup-said" role="alert">
      {text !== '' && (
        <Notice tone="no" title={title}>
          <Lines text={text} />
        </Notice>
      )}
    </div>
  );
}
