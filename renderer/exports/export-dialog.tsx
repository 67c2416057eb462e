import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useState, type FormEvent } from 'react'
import type { NewExport } from '#shared/exports.ts'
import type { EntityType } from '#shared/entities.ts'
import { explainRefusal } from '../api/api-error.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { startExport, isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { isVisible, type GridColumn } from '../query/columns.ts'
import { arrange, gridLayoutOf } from '../state/grid-layout.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { typeTexts, formatEntityCount } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChannelFields, FileKindField, TableFields } from './export-fields.tsx'
import {
  channelOf,
  firstChoices,
  toExportBody,
  type ExportChoices,
  type RowsOfExport,
} from './export-choices.ts'
import { ScopeChoice, scopeAtFirst, useChosenRows } from '../state/use-chosen-rows.tsx'
import { useShownType } from '../query/location.ts'
import type { DialogProps, RowScope } from '../state/dialogs.ts'
import './export-dialog.css'
import { t, inSentence } from '../ui/text.ts'
import { toFilterObject } from '../query/list-params.ts'
import type { GridQuery } from '../query/grid-query.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    export: ExportData
  }
}

interface ExportData {
  readonly scope?: RowScope
  readonly channel?: string
}

export function ExportDialog({ request, onClose }: DialogProps<'export'>) {
  const type = useShownType()
  return (
    <Dialog
      title={t('Export {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      open={request !== undefined}
      onClose={onClose}
      keepOnOutsidePress
    >
      {request && <ExportForm {...request} type={type} onClose={onClose} />}
    </Dialog>
  )
}

interface ExportFormProps extends ExportData {
  readonly type: EntityType
  readonly onClose: () => void
}

function ExportForm({ type, scope, channel: wanted, onClose }: ExportFormProps) {
  const { api } = useWorkspace()
  const rows = useExportRows(type)
  const visible = useVisibleColumns(type)
  const { data: channels = [] } = useQuery({ ...channelsQuery(api), enabled: type === 'product' })
  const [choices, setChoices] = useState<ExportChoices>(() => ({
    ...firstChoices,
    ...(wanted !== undefined && { kind: `channel:${wanted}` as const }),
    scope: scope ?? scopeAtFirst(rows),
  }))
  const change = (part: Partial<ExportChoices>): void => setChoices({ ...choices, ...part })
  const start = useStart(type, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start.mutate(async () => toExportBody(type, choices, await rows.toRows(choices.scope), visible))
  }
  const faults = start.error === null ? {} : explainRefusal(start.error, [['currency', 'currency']])
  const count = rows.counts[choices.scope]
  const channel = channels.find(({ key }) => key === channelOf(choices.kind))
  return (
    <form className="export-form" onSubmit={submit} noValidate>
      <ScopeChoice
        type={type}
        rows={rows}
        value={choices.scope}
        onChange={(next) => change({ scope: next })}
      />
      <FileKindField type={type} channels={channels} choices={choices} onChange={change} />
      {channel && (
        <ChannelFields channel={channel} choices={choices} fault={faults.currency} onChange={change} />
      )}
      {channelOf(choices.kind) === undefined && (
        <TableFields choices={choices} visible={visible} onChange={change} />
      )}
      {faults.general !== undefined && (
        <Notice tone="danger" title={t('The export was not started')}>
          {faults.general}
        </Notice>
      )}
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">{t('The file is kept for 7 days under Jobs.')}</span>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={start.isPending} disabled={count === 0}>
          {exportLabel(count, type)}
        </Button>
      </div>
    </form>
  )
}

function exportLabel(count: number | undefined, type: EntityType): string {
  if (count === undefined) return t('Export¦to do')
  return t('Export {what}', { what: formatEntityCount(count, type) })
}

function useVisibleColumns(type: EntityType): readonly GridColumn[] {
  const { workspace } = useWorkspace()
  const { columns = [] } = useGridColumns(workspace.id, type)
  const look = useSelector(gridLayoutOf(workspace.id, type).all)
  return arrange(columns, look).filter((column) => isVisible(column, look.columnVisibility))
}

function useStart(type: EntityType, onStarted: () => void) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (toBody: () => Promise<NewExport>) => startExport(api, await toBody()),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) })
      onStarted()
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('The export of {plural} has started', { plural: inSentence(typeTexts()[type].plural) }), {
        description: t('You are notified when the file is ready. See its progress under Jobs.'),
        subject: id,
      })
    },
  })
}

function useExportRows(type: EntityType) {
  const rows = useChosenRows(type)
  const toRows = async (scope: RowScope): Promise<RowsOfExport> => {
    const chosen = await rows.choose(scope)
    return 'ids' in chosen ? { ids: [...chosen.ids] } : rowsOfView(chosen.query)
  }
  return { ...rows, toRows }
}

function rowsOfView(query: GridQuery): RowsOfExport {
  const filter = toFilterObject(query)
  const q = query.q.trim()
  const sort = query.sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',')
  return {
    ...(Object.keys(filter).length > 0 && { filter, filter_join: query.join }),
    ...(sort !== '' && { sort }),
    ...(q !== '' && { q }),
  }
}
