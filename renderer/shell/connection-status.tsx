import type { StreamState } from '../api/event-stream.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

const texts: Readonly<Record<StreamState, { label: string; hint: string }>> = {
  connecting: { label: 'Connecting…', hint: 'Waiting for the server on this machine.' },
  live: { label: 'Live', hint: 'Changes by scripts and agents appear here at once.' },
  offline: { label: 'Not connected', hint: 'The server does not answer. The page reconnects by itself.' },
  refused: { label: 'Signed out', hint: 'The session has ended. Open Vitrine by its link again.' },
}

/** One line at the foot of the sidebar: whether changes arrive live, and where the server is. */
export function ConnectionStatus() {
  const { streamState, session } = useWorkspace()
  const { label, hint } = texts[streamState]
  return (
    <Tooltip label={hint}>
      <p className="side-status" data-state={streamState}>
        <span className="side-status-dot" aria-hidden />
        <span>{label}</span>
        <span className="side-status-host">{new URL(session.origin).host}</span>
      </p>
    </Tooltip>
  )
}
