import { useEffect, useState } from 'react'
import { useSelector } from '@tanstack/react-store'
import { CloudOff } from 'lucide-react'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'

const patienceMs = 5000

/** Says that nothing has been saved for a while and why; that nothing answers at all, the page says itself. */
export function SavingBanner() {
  const { session } = useGrid()
  const { pending } = useSelector(session.overlay.counts)
  const isAway = useSelector(session.streamState) === 'offline'
  const { present: error } = useSelector(session.saveError)
  const isLate = useIsLate(pending)
  return (
    <div role="status">
      {isLate && !isAway && (
        <p className="page-banner">
          <CloudOff aria-hidden />
          <span className="page-banner-text">
            {t('Nothing could be saved for more than five seconds.')}{' '}
            {error?.message ?? t('The server has not answered yet.')}{' '}
            {t('What you typed stays here and is sent by itself.')}
          </span>
        </p>
      )}
    </div>
  )
}

/** Whether no change has been saved for a while; further changes that are typed meanwhile do not end it. */
function useIsLate(pending: number): boolean {
  const [state, setState] = useState({ pending, progress: 0, late: -1 })
  if (state.pending !== pending) {
    const isProgress = pending < state.pending || state.pending === 0
    setState({ ...state, pending, progress: state.progress + (isProgress ? 1 : 0) })
  }
  const { progress } = state
  const isPending = pending > 0
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setState((before) => ({ ...before, late: progress })), patienceMs)
    return () => clearTimeout(timer)
  }, [isPending, progress])
  return isPending && state.late === progress
}
