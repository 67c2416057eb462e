import { Columns3, FileUp, PlugZap, Sparkles, type LucideIcon } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createWorkspace, sessionKey } from '../api/people-queries.ts'
import { createLocation, goTo } from '../query/location.ts'
import { useOpenAttribute } from '../state/attribute-page.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { freeName } from '../state/workspace-names.ts'
import { presentTour } from '../state/tour.ts'
import { PastedTable } from '../state/pasted-table.tsx'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { TemplateCards } from './template-cards.tsx'
import './start-here.css'

/** An empty workspace begins with a file, a template, the sample, an agent, or attributes by hand. */
export function StartHere() {
  const may = useMay()
  if (!may('imports'))
    return (
      <p className="home-nothing">{t('People who may import files and add attributes here can fill it.')}</p>
    )
  return (
    <section className="begin" aria-labelledby="start-here">
      <PastedTable />
      <h2 id="start-here">{t('Start your catalog')}</h2>
      <FileArea />
      <Allowed to="attributes">
        <TemplateCards />
      </Allowed>
      <h3>{t('Or begin in another way')}</h3>
      <OtherStarts />
    </section>
  )
}

/** The whole window takes dropped files; this says so, and chooses one. */
function FileArea() {
  const openDialog = useOpenDialog()
  return (
    <div className="begin-file">
      <FileUp aria-hidden />
      <div>
        <strong>{t('Drop a file of products here, or paste a table')}</strong>
        <p>{t('CSV, Excel, JSON or XML. Its columns become attributes.')}</p>
      </div>
      <Button variant="primary" onClick={() => openDialog({ kind: 'import' })}>
        {t('Import a file')}
      </Button>
    </div>
  )
}

function OtherStarts() {
  const { workspace } = useWorkspace()
  const openAttribute = useOpenAttribute()
  const sample = useSample()
  return (
    <ul className="begin-others">
      <Allowed to="workspaces">
        <OtherStart
          icon={Sparkles}
          title={sample.isPending ? t('Creating…') : t('Open the sample catalog')}
          hint={t('200 products in a workspace of their own')}
          isBusy={sample.isPending}
          onPress={() => sample.mutate()}
        />
      </Allowed>
      <OtherStart
        icon={PlugZap}
        title={t('Connect an agent or a script')}
        hint={t('It fills the catalog through the API')}
        onPress={() => goTo(createLocation(workspace.id, 'connect'))}
      />
      <Allowed to="attributes">
        <OtherStart
          icon={Columns3}
          title={t('Add the first attribute')}
          hint={t('And fill the grid by hand')}
          onPress={() => openAttribute()}
        />
      </Allowed>
    </ul>
  )
}

/** The sample in a workspace of its own, with the tour of the grid. */
function useSample() {
  const { session } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      createWorkspace({ name: freeName(t('Sample catalog'), session.workspaces), sample: true }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: sessionKey })
      goTo(createLocation(id))
      presentTour.set({ tour: { id: 'edit', step: 0 } })
    },
    onError: (error) => showError(t('The workspace could not be created'), { description: error.message }),
  })
}

interface OtherStartProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly hint: string
  readonly isBusy?: boolean
  readonly onPress: () => void
}

function OtherStart({ icon: Icon, title, hint, isBusy = false, onPress }: OtherStartProps) {
  return (
    <li>
      <button type="button" className="begin-other" disabled={isBusy} onClick={onPress}>
        <Icon aria-hidden />
        <span>
          <strong>{title}</strong>
          <span>{hint}</span>
        </span>
      </button>
    </li>
  )
}
