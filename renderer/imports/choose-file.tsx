import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { takeFile } from './file-drop-zone.tsx'

/** The first step where no file was dropped. */
export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="import-choose">
      <FileSpreadsheet aria-hidden />
      <p>Drop a CSV file here, or choose one.</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={({ target }) => {
          if (target.files !== null) takeFile(target.files, onFile)
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
      <p className="ui-field-hint">
        The first line names the columns. Commas, semicolons and tabs are told apart by themselves.
      </p>
    </div>
  )
}
