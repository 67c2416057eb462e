import { Button } from '../../../ui/button.tsx'
import { listLosses } from './losses.ts'

interface LossNoteProps {
  readonly losses: readonly string[]
  /** Set once the user wants to edit it formatted all the same. */
  readonly isWarning: boolean
  readonly onAccept: () => void
}

/** Says why a text is edited as HTML, and asks before what is only there is dropped. */
export function LossNote({ losses, isWarning, onAccept }: LossNoteProps) {
  if (!isWarning) {
    return (
      <p className="rich-text-note">Shown as HTML: formatted editing cannot keep {listLosses(losses)}.</p>
    )
  }
  return (
    <div className="rich-text-note" role="alert">
      <p>A change made in formatted editing drops {listLosses(losses)}.</p>
      <Button onClick={onAccept}>Edit formatted anyway</Button>
    </div>
  )
}
