import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { entityChoicesQuery } from '../../api/entities-queries.ts'
import { convertProducts } from '../../api/variants-queries.ts'
import { describeEntity } from '../../state/entity-types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../../ui/text.ts'
import { showConverted } from '../actions/convert-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { joiningIn } from '../data/variants-state.ts'

interface JoinVariantsProps {
  readonly session: GridSession
  readonly ids: readonly string[]
}

/** Names the product above the selected ones: one that is there, or a new one with what all of them share. */
export function JoinVariantsDialog({ session, ids }: JoinVariantsProps) {
  const [name, setName] = useState(() => commonName(ids.flatMap((id) => labelOf(session, id) ?? [])))
  const [takesShared, setTakesShared] = useState(true)
  const [isNew, setNew] = useState(false)
  const namesake = useNamesake(session, name, ids)
  const known = isNew ? undefined : namesake
  const primary = session.primaryColumn
  const close = (): void => closeDialog(session)
  const joining = useJoining(session)
  const attributes = primary ? { [primary.id]: name.trim() } : {}
  const above = known ? { parent: known.id } : { parent: { attributes }, move_shared: takesShared }
  const join = (): void => joining.mutate({ ids: [...ids], to: 'variants_of', ...above })
  return (
    <Dialog
      title={t('Make {count} products variants of one', { count: ids.length })}
      size="small"
      open
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" busy={joining.isPending} disabled={name.trim() === ''} onClick={join}>
            {t('Make variants')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('{name} of the product above them', { name: primary?.name ?? t('Name') })}
        value={name}
        onChange={setName}
      />
      {namesake && <IsKnown product={namesake} checked={!isNew} onChange={(isThere) => setNew(!isThere)} />}
      {!known && <TakesShared checked={takesShared} onChange={setTakesShared} />}
      {joining.error && <Notice tone="danger">{joining.error.message}</Notice>}
    </Dialog>
  )
}

interface ChoiceProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function IsKnown({ product, ...choice }: ChoiceProps & { readonly product: EntityResource }) {
  return (
    <Checkbox
      label={t('It is the product that is there already')}
      hint={describeEntity(product)}
      {...choice}
    />
  )
}

function TakesShared(choice: ChoiceProps) {
  return (
    <Checkbox
      label={t('It takes the values that all of them share')}
      hint={t('Attributes that variants inherit are then kept there alone.')}
      {...choice}
    />
  )
}

/** A product of this name that can have variants, other than those that are joined. */
function useNamesake({ api }: GridSession, name: string, ids: readonly string[]): EntityResource | undefined {
  const text = foldText(name.trim())
  const choices = entityChoicesQuery(api, 'product', name)
  const { data = [] } = useQuery({ ...choices, staleTime: 0, enabled: text !== '' })
  return data.find(
    ({ id, label, parent_id: parent }) =>
      parent === null && !ids.includes(id) && foldText(label?.trim() ?? '') === text,
  )
}

function closeDialog(session: GridSession): void {
  joiningIn(session).set(() => undefined)
  session.screen.focusInput()
}

function useJoining(session: GridSession) {
  return useMutation({
    mutationFn: (body: Parameters<typeof convertProducts>[1]) =>
      session.queue.follow(() => convertProducts(session.api, body)),
    onSuccess: ({ edit_id: editId, products }) => {
      closeDialog(session)
      if (editId !== null) showConverted(session, editId, products.length)
    },
  })
}

function labelOf(session: GridSession, id: string): string | null | undefined {
  const row = session.rowOf(id)
  return row === undefined ? undefined : session.rowAt(row)?.label
}

/** The words with which all names begin, without a comma or dash behind them. */
export function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(/(?<=\s)/))
  const differs = first.findIndex((word, index) =>
    others.some((words) => words[index]?.trim() !== word.trim()),
  )
  return (differs < 0 ? first : first.slice(0, differs)).join('').replace(/[\s,;:–-]+$/, '')
}
