import { CircleDashed, CircleHelp, ShieldAlert, ShieldCheck, ShieldX, type LucideIcon } from 'lucide-react'
import { type EvidenceState, evidenceTexts } from './evidence-state.ts'

const icons: Readonly<Record<EvidenceState, LucideIcon>> = {
  verified: ShieldCheck,
  partly: ShieldAlert,
  wrong: ShieldX,
  unchecked: CircleHelp,
  none: CircleDashed,
}

/** What the quotes say for a proposal: by shape, word and colour; where there is no room for the word, it is read aloud. */
export function EvidenceBadge({ state, isShort = false }: { state: EvidenceState; isShort?: boolean }) {
  const Icon = icons[state]
  const text = evidenceTexts()[state]
  if (isShort)
    return (
      <span className="review-badge" data-state={state} title={text}>
        <Icon role="img" aria-label={text} />
      </span>
    )
  return (
    <span className="review-badge" data-state={state}>
      <Icon aria-hidden />
      {text}
    </span>
  )
}
