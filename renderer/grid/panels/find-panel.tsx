import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatCount } from '../../ui/format-count.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useGrid } from '../data/grid-context.ts'
import {
  findStateOf,
  registerFindTarget,
  scopedCells,
  type FindScope,
  stepToHit,
  useFind,
} from './use-find.ts'
import './find-panel.css'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { useMay } from '../../state/rights.tsx'
import { replaceAll } from './replace-all.ts'

export function FindPanel() {
  const { session } = useGrid()
  const mode = useSelector(findStateOf(session), (state) => state.mode)
  useEffect(() => registerFindTarget(session), [session])
  return mode === 'closed' ? null : <OpenPanel />
}

function OpenPanel() {
  const { session } = useGrid()
  const panel = useFind()
  const close = (): void => {
    panel.change({ mode: 'closed', hits: [], current: -1 })
    session.screen.focusInput()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <search className="find-panel" aria-label={t('Find in the grid')} onKeyDown={onKeyDown}>
      <div className="find-row">
        <FindInput found={panel} />
        <FindCount found={panel} />
        <FindOptions found={panel} />
        <IconButton label={t('Close the find panel')} className="find-close" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </div>
      {panel.find.mode === 'replace' && <ReplaceRow found={panel} />}
    </search>
  )
}

function FindInput({ found: { find, change } }: { found: FindPanelState }) {
  const { session } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const { asked } = find
  useEffect(() => {
    if (asked === 0) return
    input.current?.focus()
    input.current?.select()
  }, [asked])
  return (
    <TextInput
      ref={input}
      aria-label={t('Find')}
      placeholder={t('Find in these rows')}
      value={find.text}
      onChange={(text) => change({ text })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        stepToHit(session, event.shiftKey ? -1 : 1)
      }}
    />
  )
}

function FindOptions({ found: { find, change } }: { found: FindPanelState }) {
  const may = useMay()
  const { session } = useGrid()
  return (
    <>
      <IconButton label={t('Previous (Shift+Enter)')} onClick={() => stepToHit(session, -1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={t('Next (Enter)')} onClick={() => stepToHit(session, 1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <Checkbox
        label={t('Match case')}
        checked={find.matchesCase}
        onChange={(matchesCase) => change({ matchesCase: matchesCase })}
      />
      <Checkbox label={t('Whole cell')} checked={find.isWhole} onChange={(isWhole) => change({ isWhole })} />
      {find.mode === 'find' && may('rows') && (
        <Button variant="ghost" onClick={() => change({ mode: 'replace' })}>
          {t('Replace…')}
        </Button>
      )}
    </>
  )
}

type FindPanelState = ReturnType<typeof useFind>

function FindCount({ found: { find, found, error } }: { found: FindPanelState }) {
  return (
    <span className="find-count" role="status">
      {error === null ? countText(found?.total, find.current) : error.message}
    </span>
  )
}

function countText(total: number | undefined, current: number): string {
  if (total === undefined) return ''
  if (total === 0) return t('Nothing found')
  return current === -1
    ? t('{total} found', { total: formatCount(total) })
    : t('{current} of {total}', { current: formatCount(current + 1), total: formatCount(total) })
}

const scopes = cachedByLanguage((): readonly { readonly value: FindScope; readonly label: string }[] => [
  { value: 'view', label: t('In all rows shown') },
  { value: 'selection', label: t('In the selection') },
  { value: 'column', label: t('In this column') },
])

function ReplaceRow({
  found: { find, change, found, request, rows, isFetching },
}: {
  found: FindPanelState
}) {
  const { session } = useGrid()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const total = found?.total ?? 0
  const apply = async (): Promise<void> => {
    setBusy(true)
    await replaceAll({ session, queryClient, request, rows, replacement: find, total })
    await queryClient.invalidateQueries({ queryKey: ['find', session.api.workspaceId] })
    setBusy(false)
  }
  return (
    <div className="find-row">
      <TextInput
        aria-label={t('Replace with')}
        placeholder={t('Replace with')}
        value={find.replacement}
        onChange={(replacement) => change({ replacement })}
      />
      <Select
        label={t('Where to replace')}
        value={find.scope}
        options={scopes()}
        onChange={(scope) => change({ scope, scoped: scopedCells(session, scope) })}
        className="find-scope"
      />
      <Button
        variant="primary"
        disabled={total === 0 || isFetching}
        busy={isBusy}
        onClick={() => void apply()}
      >
        {t('Replace all')}
      </Button>
      <span className="find-preview" role="status">
        {found !== undefined &&
          (total === 0
            ? t('No text cell that can be edited holds it.')
            : t(
                '{total, plural, one {# cell} other {# cells}} in {rows, plural, one {# row} other {# rows}} will change.',
                { total, rows: found.rows },
              ))}
      </span>
    </div>
  )
}
