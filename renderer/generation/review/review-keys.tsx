import { useEffect, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { cachedByLanguage, t } from '../../ui/text.ts'

export type ReviewAction =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'extendDown'
  | 'extendUp'
  | 'extendLast'
  | 'pageDown'
  | 'pageUp'
  | 'accept'
  | 'reject'
  | 'edit'
  | 'undo'
  | 'acceptAll'
  | 'keys'

export const decidingActions: ReadonlySet<ReviewAction> = new Set<ReviewAction>([
  'accept',
  'reject',
  'edit',
  'undo',
  'acceptAll',
])

const actions: Readonly<Record<string, ReviewAction>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  a: 'accept',
  r: 'reject',
  e: 'edit',
  u: 'undo',
  A: 'acceptAll',
  '?': 'keys',
}

const extending: Readonly<Record<string, ReviewAction>> = {
  ArrowDown: 'extendDown',
  ArrowUp: 'extendUp',
  End: 'extendLast',
}

const shownKeys = cachedByLanguage(
  (): readonly {
    readonly keys: readonly string[]
    readonly text: string
    readonly isBrief?: boolean
  }[] => [
    { keys: ['J', 'K'], text: t('Next, previous'), isBrief: true },
    { keys: ['Shift ArrowDown', 'Shift End'], text: t('Choose several'), isBrief: true },
    { keys: ['A'], text: t('Accept'), isBrief: true },
    { keys: ['R'], text: t('Reject'), isBrief: true },
    { keys: ['E'], text: t('Edit and accept'), isBrief: true },
    { keys: ['U'], text: t('Undo'), isBrief: true },
    { keys: ['Shift A'], text: t('Accept all that are verified'), isBrief: true },
    { keys: ['1', '2', '3', '4'], text: t('Choose one of several pictures') },
    { keys: ['Home', 'End'], text: t('The first, the last that is loaded') },
    { keys: [t('Page ↓'), t('Page ↑')], text: t('Ten further, ten back') },
    { keys: ['Ctrl Z'], text: t('Undo, as U') },
    { keys: ['?'], text: t('These keys'), isBrief: true },
  ],
)

/** Runs the keys of the page, except in a text, a select or a dialog. */
export function useReviewKeys(run: (action: ReviewAction) => void, choose: (index: number) => void): void {
  const latest = useRef({ run, choose })
  useEffect(() => {
    latest.current = { run, choose }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || hasKeysOfItsOwn(event.target)) return
      const meant = readKey(event)
      if (meant === undefined) return
      event.preventDefault()
      if (typeof meant === 'number') latest.current.choose(meant)
      else latest.current.run(meant)
    }
    // Handled before the window, which would undo in the grid.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function readKey(event: KeyboardEvent): ReviewAction | number | undefined {
  if (event.altKey) return undefined
  if (event.shiftKey && Object.hasOwn(extending, event.key)) return extending[event.key]
  if (event.ctrlKey || event.metaKey) return event.key === 'z' ? 'undo' : undefined
  const picture = '1234'.indexOf(event.key)
  return picture >= 0 ? picture : actions[event.key]
}

function hasKeysOfItsOwn(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="combobox"], .ui-popup, .grid-popover, .review-detail .detail-editor',
    ) !== null
  )
}

export function KeyLine() {
  return (
    <p className="review-keys">
      {shownKeys()
        .filter(({ isBrief }) => isBrief)
        .map(({ keys, text }) => (
          <span key={text}>
            {keys.map((key) => (
              <Kbd key={key} keys={key} />
            ))}
            {text}
          </span>
        ))}
    </p>
  )
}

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('Keys of the review')} open={open} onClose={onClose} size="small">
      <dl className="review-all-keys">
        {shownKeys().map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
