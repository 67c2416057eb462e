import type { ImportPreview, TextEncoding } from '#shared/imports.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { encodingChoices, encodingName } from '../jobs/encoding-names.ts'

const automatic = 'automatic'

interface EncodingFieldProps {
  encoding: TextEncoding | undefined
  preview: ImportPreview | undefined
  onChange: (encoding: TextEncoding | undefined) => void
}

/** What the letters of a CSV file are encoded in, which nothing but the file itself tells. */
export function EncodingField({ encoding, preview, onChange }: EncodingFieldProps) {
  return (
    <Field label="Encoding" hint={hintOf(preview)}>
      {({ id, describedBy }) => (
        <Select<TextEncoding | typeof automatic>
          id={id}
          describedBy={describedBy}
          value={encoding ?? automatic}
          options={[{ value: automatic, label: 'Automatic' }, ...encodingChoices]}
          onChange={(chosen) => onChange(chosen === automatic ? undefined : chosen)}
        />
      )}
    </Field>
  )
}

function hintOf(preview: ImportPreview | undefined): string | undefined {
  if (preview?.encoding_guessed !== true || preview.encoding === null) return undefined
  return `Taken for ${encodingName(preview.encoding)}. Where letters look wrong, choose another.`
}
