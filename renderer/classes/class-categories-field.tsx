import { useMemo, useState } from 'react'
import { useTree } from '../state/use-category-tree.ts'
import { Field } from '../ui/field.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import { findCategories, pathOf } from './category-paths.ts'

interface ClassCategoriesFieldProps {
  readonly ids: readonly string[]
  readonly error: string | undefined
  readonly onChange: (ids: string[]) => void
}

/** The categories of a class, found by any part of their path. */
export function ClassCategoriesField({ ids, error, onChange }: ClassCategoriesFieldProps) {
  const { tree } = useTree()
  const [text, setText] = useState('')
  const choices = useMemo(() => (tree ? findCategories(tree, text) : []), [tree, text])
  const tokens = ids.map((value) => ({ value, label: tree ? pathOf(tree, value) : '…' }))
  return (
    <Field
      label="Categories"
      hint="The class applies to them and to everything below them. Until there is one it applies nowhere."
      error={error}
    >
      {(control) => (
        <TokenPicker
          label="Categories"
          tokens={tokens}
          choices={choices}
          placeholder="Find a category…"
          control={control}
          onSearch={setText}
          onChange={(next) => onChange(next.map(({ value }) => value))}
        />
      )}
    </Field>
  )
}
