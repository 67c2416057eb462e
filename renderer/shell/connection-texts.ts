import type { StreamState } from '../api/event-stream.ts'
import { byLanguage, t } from '../ui/text.ts'

export const connectionTexts = byLanguage(
  (): Readonly<Record<StreamState, { label: string; hint: string }>> => ({
    connecting: { label: t('Connecting…'), hint: t('Waiting for the server on this computer.') },
    live: { label: t('Live'), hint: t('Changes by scripts and agents appear here at once.') },
    offline: {
      label: t('Not connected'),
      hint: t('The server does not answer. The page reconnects by itself.'),
    },
    refused: { label: t('Signed out'), hint: t('The session has ended. Open Vitrine by its link again.') },
  }),
)
