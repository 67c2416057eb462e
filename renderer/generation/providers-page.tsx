import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#shared/providers.ts'
import { deleteProvider, providersKey, providersQuery } from '../api/providers-queries.ts'
import { createPlace } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { ProviderCard } from './provider-card.tsx'
import { AddProviderDialog } from './provider-dialogs.tsx'
import '../ui/page.css'
import './providers.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'

/** The providers of models that the owner has added; they serve every workspace. */
export function ProvidersPage() {
  const { workspace } = useWorkspace()
  const { data: providers, error } = useQuery(providersQuery)
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<string>()
  const [deleting, setDeleting] = useState<Provider>()
  return (
    <div className="api-page">
      <header>
        <div className="provider-head">
          <h1 className="catalog-title">{t('AI providers')}</h1>
          <Button onClick={() => goTo(createPlace(workspace.id, 'spend'))}>{t('Spend')}</Button>
          <AddButton onPress={() => setAdding(true)} />
        </div>
        <p className="ui-field-hint">
          {t(
            'They run the models that write values for you, in all workspaces. They are sent what an attribute’s prompt and its tools ask for, and nothing else.',
          )}
        </p>
      </header>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {providers === undefined && error === null && <Skeleton height={160} />}
      {providers?.length === 0 && <NoneYet />}
      {providers?.map((provider) => (
        <ProviderCard
          key={provider.id}
          provider={provider}
          isNew={provider.id === added}
          onDelete={() => setDeleting(provider)}
        />
      ))}
      {isAdding && (
        <AddProviderDialog
          onClose={() => setAdding(false)}
          onAdded={({ id }) => {
            setAdded(id)
            setAdding(false)
          }}
        />
      )}
      <DeleteProviderDialog
        provider={deleting}
        others={providers?.filter(({ id }) => id !== deleting?.id) ?? []}
        onClose={() => setDeleting(undefined)}
      />
    </div>
  )
}

function NoneYet() {
  return (
    <p className="api-no-keys">
      <Sparkles aria-hidden />
      {t(
        'No provider yet. Ollama and LM Studio run models on this computer: they are free, and nothing of your catalog leaves it.',
      )}
    </p>
  )
}

interface DeleteProviderDialogProps {
  /** The provider to delete; the dialog is open while there is one. */
  readonly provider: Provider | undefined
  /** Those that are left, oldest first. */
  readonly others: readonly Provider[]
  readonly onClose: () => void
}

function DeleteProviderDialog({ provider, others, onClose }: DeleteProviderDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: Provider) => deleteProvider(id),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: providersKey })
      showSuccess(t('{name} was deleted', { name }))
      onClose()
    },
  })
  const [next] = others
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: provider?.name ?? t('the provider') })}
      action={t('Delete the provider')}
      subject={provider}
      mutation={remove}
      onClose={onClose}
    >
      <p>
        {[
          ...(provider?.has_key === true ? [t('Its key is deleted too.')] : []),
          t('The values that it has written stay.'),
          ...(provider?.is_default === true && next !== undefined
            ? [t('{name} becomes the default.', { name: next.name })]
            : []),
        ].join(' ')}
      </p>
    </ConfirmDialog>
  )
}

/** Only administrators of a server add providers. */
function AddButton({ onPress }: { onPress: () => void }) {
  return (
    <Allowed to="providers">
      <Button variant="primary" onClick={onPress}>
        {t('Add a provider')}
      </Button>
    </Allowed>
  )
}
