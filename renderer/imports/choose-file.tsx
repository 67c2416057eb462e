import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { takeFile } from './file-drop-zone.tsx'
import { importableFiles } from '../state/importable-files.ts'

/** The first step where no file was dropped. */
export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="import-choose">
      <FileSpreadsheet aria-hidden />
      <p>Drop a CSV file, an Excel workbook or a JSON file here, or choose one.</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept={importableFiles}
        aria-label="File to import"
        tabIndex={-1}
        onChange={({ target }) => {
          if (target.files !== null) takeFile(target.files, onFile)
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
      <p className="ui-field-hint">
        The first line of a table names the columns. Delimiters and encodings are told apart by themselves,
        and nothing is saved before you say so.
      </p>
    </div>
  )
}
