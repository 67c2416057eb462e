import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState, useEffect, type ReactNode } from 'react'
import type { Provider, ProviderPatch, ProviderTest } from '#shared/providers.ts'
import {
  deleteProvider,
  providersKey,
  providersQuery,
  changeProvider,
  testProvider,
} from '../api/providers-queries.ts'
import { goTo, createLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showSuccess, showError } from '../ui/toast.tsx'
import { AddProviderDialog, EditProviderDialog } from './provider-dialogs.tsx'
import '../ui/page.css'
import './providers.css'
import { t, tNodes, tMessage } from '../ui/text.ts'
import { Allowed } from '../state/rights.tsx'
import { SearchSelect } from '../ui/select.tsx'
import { kindTexts, formatPriceText, describeTest } from './provider-draft.ts'

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
          <Button onClick={() => goTo(createLocation(workspace.id, 'spend'))}>{t('Spend')}</Button>
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
  readonly provider: Provider | undefined
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

interface ProviderCardProps {
  readonly provider: Provider
  /** A provider that was just added is tested at once. */
  readonly isNew: boolean
  readonly onDelete: () => void
}

function ProviderCard({ provider, isNew, onDelete }: ProviderCardProps) {
  const { workspace } = useWorkspace()
  const [isEditing, setEditing] = useState(false)
  const test = useMutation({ mutationFn: () => testProvider(workspace.id, provider.id) })
  const change = useChange(provider)
  const { mutate: runTest } = test
  useEffect(() => {
    if (isNew) runTest()
  }, [isNew, runTest])
  const choose = (text: string): void => change.mutate({ models: { text } }, { onSuccess: () => runTest() })
  return (
    <section className="provider-card" aria-label={provider.name}>
      <div className="provider-head">
        <div>
          <h2>
            {provider.name}
            {provider.is_default && <span className="provider-default">{t('Default')}</span>}
          </h2>
          <p className="ui-field-hint">{describeKind(provider)}</p>
        </div>
        <Allowed to="providers">
          <CardButtons
            {...{ provider, onDelete }}
            isTesting={test.isPending}
            isChanging={change.isPending}
            onTest={() => runTest()}
            onMakeDefault={() => change.mutate({ is_default: true })}
            onEdit={() => setEditing(true)}
          />
        </Allowed>
      </div>
      <Facts provider={provider}>
        <TextModel {...{ provider }} models={test.data?.models ?? []} onChoose={choose} />
      </Facts>
      <TestResult name={provider.name} test={test} />
      {isEditing && (
        <EditProviderDialog
          provider={provider}
          models={test.data?.models ?? []}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            test.reset()
          }}
        />
      )}
    </section>
  )
}

function describeKind({ kind, base_url: address }: Provider) {
  return tNodes('{kind} at {address}', {
    kind: kindTexts()[kind],
    address: <span className="provider-address">{address}</span>,
  })
}

function useChange({ id, name }: Provider) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: ProviderPatch) => changeProvider(id, patch),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: providersKey }),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
  })
}

interface CardButtonsProps {
  readonly provider: Provider
  readonly isTesting: boolean
  readonly isChanging: boolean
  readonly onTest: () => void
  readonly onMakeDefault: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function CardButtons({ provider, ...does }: CardButtonsProps) {
  const { name, is_default: isDefault } = provider
  return (
    <div className="provider-buttons">
      {!isDefault && (
        <Button
          variant="ghost"
          aria-label={t('Make {name} the default', { name })}
          busy={does.isChanging}
          onClick={does.onMakeDefault}
        >
          {t('Make default')}
        </Button>
      )}
      <Button variant="ghost" aria-label={t('Delete {name}', { name })} onClick={does.onDelete}>
        {t('Delete')}
      </Button>
      <Button variant="ghost" aria-label={t('Edit {name}', { name })} onClick={does.onEdit}>
        {t('Edit')}
      </Button>
      <Button aria-label={t('Test {name}', { name })} busy={does.isTesting} onClick={does.onTest}>
        {t('Test')}
      </Button>
    </div>
  )
}

function Facts({ provider, children }: { provider: Provider; children: ReactNode }) {
  const { image, video, embedding } = provider.models
  const { price, from } = formatPriceText(provider)
  return (
    <dl className="provider-facts">
      <Fact name={t('Texts')}>{children}</Fact>
      {image !== null && <Fact name={t('Pictures')}>{image}</Fact>}
      {video !== null && <Fact name={t('Videos')}>{video}</Fact>}
      {embedding !== null && <Fact name={t('Embeddings')}>{embedding}</Fact>}
      <Fact name={t('Key')}>{provider.has_key ? t('Stored') : t('None')}</Fact>
      <Fact name={t('Price')}>
        {price}
        {from !== undefined && <span className="ui-field-hint">{from}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface TextModelProps {
  readonly provider: Provider
  readonly models: readonly string[]
  readonly onChoose: (model: string) => void
}

function TextModel({ provider: { name, models: chosen }, models, onChoose }: TextModelProps) {
  if (models.length === 0) return chosen.text ?? t('No model chosen')
  return (
    <SearchSelect
      label={t('Model for texts of {name}', { name })}
      searchLabel={t('Find a model')}
      value={chosen.text ?? ''}
      options={models.map((value) => ({ value, label: value }))}
      onChange={onChoose}
    />
  )
}

interface TestResultProps {
  readonly name: string
  readonly test: UseMutationResult<ProviderTest, Error, void>
}

function TestResult({ name, test: { data: result, error, isPending } }: TestResultProps) {
  if (isPending)
    return (
      <p className="ui-field-hint" role="status">
        {t('Asking {name}… A local model may have to be loaded first.', { name })}
      </p>
    )
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (result === undefined) return null
  if (result.ok) return <Notice tone="success">{describeTest(result)}</Notice>
  return (
    <Notice tone="danger" title={t('{name} did not pass the test', { name })}>
      {tMessage(result.message ?? '', result)}
    </Notice>
  )
}
