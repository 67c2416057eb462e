import { createPlace } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import './no-provider.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'

/** Stands where something needs a model and `useProviders().hasNone`: what to add, and the way there. */
export function NoProvider({ onLeave }: { onLeave?: () => void }) {
  const { workspace } = useWorkspace()
  const leave = (): void => {
    onLeave?.()
    goTo(createPlace(workspace.id, 'providers'))
  }
  return (
    <Notice tone="info">
      <div className="no-provider">
        <p>
          {t(
            'Add an AI provider first: a model that runs on this computer, in Ollama or LM Studio for example, is free.',
          )}
        </p>
        <Allowed to="providers">
          <Button onClick={leave}>{t('Add a provider')}</Button>
        </Allowed>
      </div>
    </Notice>
  )
}
