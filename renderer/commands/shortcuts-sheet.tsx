import type { DialogProps } from '../state/dialogs.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { shortcutGroups } from './shortcut-list.ts'
import './shortcuts-sheet.css'
import { t } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    shortcuts: NoData
  }
}

export function ShortcutsSheet({ request, onClose }: DialogProps<'shortcuts'>) {
  return (
    <Dialog
      title={t('Keyboard shortcuts')}
      description={t('On a Mac, Command stands for Ctrl.')}
      open={request !== undefined}
      onClose={onClose}
      size="large"
    >
      <div className="shortcuts" tabIndex={0} role="group" aria-label={t('Shortcuts')}>
        {shortcutGroups().map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
