import { useQuery } from '@tanstack/react-query'
import { ImageOff, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { AssetPlanRow } from '#shared/assets.ts'
import type { NamedFile, StoredPicture } from '../api/assets-queries.ts'
import { thumbnailUrl } from '../api/client.ts'
import { entityChoicesQuery } from '../api/entities-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useDebouncedValue } from '../ui/focus.ts'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { TokenPicker } from '../ui/token-picker.tsx'
import { canBePlaced, type Choices, type ChosenProduct, productOf } from './place-choices.ts'

interface RowListProps {
  readonly title: string
  readonly rows: readonly AssetPlanRow[]
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly choices: Choices
  readonly onChoose: (row: AssetPlanRow, next: ChosenProduct | null | undefined) => void
}

const shownAtOnce = 100

/** Files of a plan with their products, which can be chosen by hand. */
export function RowList({ title, rows, files, stored = [], choices, onChoose }: RowListProps) {
  const [shown, setShown] = useState(shownAtOnce)
  const byName = useMemo(
    () =>
      new Map<string, File | string>([
        ...files.map(({ name, file }) => [name, file] as const),
        ...stored.map(({ name, value }) => [name, value] as const),
      ]),
    [files, stored],
  )
  if (rows.length === 0) return null
  return (
    <section className="place-part">
      <h3>{title}</h3>
      <ul className="place-rows" aria-label={title}>
        {rows.slice(0, shown).map((row) => (
          <PlanRow key={row.index} {...{ row, choices, onChoose }} file={byName.get(row.file.name)} />
        ))}
      </ul>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + shownAtOnce)}>{t('Show more pictures')}</Button>
      )}
    </section>
  )
}

interface PlanRowProps extends Pick<RowListProps, 'choices' | 'onChoose'> {
  readonly row: AssetPlanRow
  /** The dropped file, or the value of a picture that the workspace stores. */
  readonly file: File | string | undefined
}

function PlanRow({ row, file, choices, onChoose }: PlanRowProps) {
  const product = productOf(row, choices)
  const isLeftOut = choices.get(row.index) === null
  return (
    <li className="place-row" data-left-out={isLeftOut || undefined}>
      <Thumbnail file={file} />
      <span className="place-name">
        <strong>{row.file.name}</strong>
        <span className="ui-field-hint">{describeRow(row, isLeftOut)}</span>
      </span>
      {canBePlaced(row) && (
        <>
          <ProductPicker row={row} product={product} onChoose={(next) => onChoose(row, next)} />
          {product !== undefined && (
            <IconButton
              label={t('Leave out {name}', { name: row.file.name })}
              onClick={() => onChoose(row, null)}
            >
              <X aria-hidden />
            </IconButton>
          )}
          {isLeftOut && (
            <Button variant="ghost" onClick={() => onChoose(row, undefined)}>
              {t('Take again')}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

const statusTexts = cachedByLanguage((): Readonly<Record<AssetPlanRow['status'], string>> => ({
  matched: '',
  ambiguous: t('May belong to several products'),
  unmatched: t('No product has this name'),
  already_there: t('There already'),
  duplicate_of: t('The same picture twice'),
  too_small: t('Too small'),
  damaged: t('Damaged'),
  replaces: t('Replaces the picture of this name'),
}))

function describeRow(row: AssetPlanRow, isLeftOut: boolean): ReactNode {
  if (isLeftOut) return t('Left out')
  const { width, height } = row.file
  const size = width === null || height === null ? '' : `${width} × ${height}`
  const said = row.note === null ? statusTexts()[row.status] : tMessage(row.note, row.note_message)
  return [said, size].filter(Boolean).join(' · ')
}

function Thumbnail({ file }: { file: File | string | undefined }) {
  const { workspace } = useWorkspace()
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (file === undefined || !image.current) return undefined
    if (typeof file === 'string') {
      image.current.src = thumbnailUrl(workspace.id, file, 48)
      return undefined
    }
    const address = URL.createObjectURL(file)
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file, workspace.id])
  if (file === undefined || failed)
    return (
      <span className="place-thumbnail">
        <ImageOff aria-hidden />
      </span>
    )
  return <img ref={image} className="place-thumbnail" alt="" onError={() => setFailed(true)} />
}

interface ProductPickerProps {
  readonly row: AssetPlanRow
  readonly product: ChosenProduct | undefined
  readonly onChoose: (next: ChosenProduct | undefined) => void
}

const settleMs = 150

function ProductPicker({ row, product, onChoose }: ProductPickerProps) {
  const { api } = useWorkspace()
  const [text, setText] = useState('')
  const sought = useDebouncedValue(text.trim(), settleMs)
  const { data } = useQuery({ ...entityChoicesQuery(api, 'product', sought), enabled: sought !== '' })
  const toToken = ({ id, label }: { id: string; label: string | null }) => ({ value: id, label: label ?? '' })
  const choices = sought === '' ? row.candidates.map(toToken) : (data ?? []).map(toToken)
  return (
    <div className="place-product">
      <TokenPicker
        single
        label={t('Product of {name}', { name: row.file.name })}
        tokens={product ? [{ value: product.id, label: product.label }] : []}
        choices={choices}
        onSearch={setText}
        onChange={([token]) => onChoose(token && { id: token.value, label: token.label })}
        placeholder={t('Choose a product…')}
      />
    </div>
  )
}
