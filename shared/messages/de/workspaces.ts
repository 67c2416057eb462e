import type { workspaces as english } from '../en/workspaces.ts'

export const workspaces: Readonly<Record<keyof typeof english, string>> = {
  'workspace.closing':
    'Der Arbeitsbereich wird gerade geschlossen oder neu gestartet, daher wurde dies nicht ausgeführt. Versuchen Sie es gleich noch einmal.',
  'workspace.being_restored':
    'In diesem Arbeitsbereich wird gerade eine Sicherung zurückgespielt, daher wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.',
  'workspace.was_closed': 'Der Arbeitsbereich wurde geschlossen oder neu gestartet, bevor das fertig war.',
  'workspace.name_taken': 'Einen Arbeitsbereich namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  'workspace.not_found': 'Diesen Arbeitsbereich gibt es nicht.',
  'workspace_file.hard_link':
    '{file} ist ein weiterer Name (ein Hardlink) der Datei des Arbeitsbereichs {workspace}, und was unter dem einen Namen geschrieben wird, kann unter dem anderen verloren gehen. Öffnen Sie {workspace}, und löschen Sie diesen Namen, oder kopieren Sie die Datei, und öffnen Sie die Kopie.',
  'workspace_file.wrong_format':
    '{file} ist keine passende Datei. Wählen Sie eine andere; Tabellen und CSV-Dateien können in einen Arbeitsbereich importiert werden.',
  'workspace_file.newer_format':
    '{file} stammt von einem neueren Vitrine. Installieren Sie das neueste Vitrine, um die Datei zu öffnen.',
  'workspace_file.newer':
    '{file} stammt von einem neueren Vitrine. Installieren Sie das neueste Vitrine, um die Datei zu öffnen.',
  'workspace_file.locked':
    '{file} wird von einem anderen Programm gesperrt. Schließen Sie es, und versuchen Sie es noch einmal.',
  'workspace_file.on_network_drive':
    '{file} liegt auf einem Netzlaufwerk, wo zwei Computer sie gleichzeitig beschreiben und beschädigen könnten. Kopieren Sie sie auf diesen Computer, und öffnen Sie die Kopie.',
  'workspace_file.damaged':
    '{file} ist beschädigt und wurde nicht verändert. Stellen Sie eine Sicherung wieder her.',
  'workspace_file.read_only':
    '{file} oder der Ordner kann nicht beschrieben werden. Ändern Sie die Rechte, oder kopieren Sie die Datei in einen eigenen Ordner, und öffnen Sie die Kopie.',
  'workspace_file.not_readable':
    '{file} kann nicht gelesen werden ({why}). Prüfen Sie die Rechte und den Datenträger, und versuchen Sie es noch einmal.',
  'workspace_file.moved':
    '{file} wurde verschoben, gelöscht oder ersetzt, während Vitrine sie geöffnet hatte; dort wird nichts mehr gespeichert. Legen Sie jetzt eine Sicherung an, die alles Gespeicherte enthält, und legen Sie die Datei dann zurück, oder stellen Sie die Sicherung wieder her.',
  'workspace_file.missing':
    'Die Datei {file} gibt es nicht. Wurde sie verschoben, öffnen Sie sie an ihrem neuen Ort.',
  'workspace_file.name_taken': 'Die Datei {file} gibt es schon. Wählen Sie einen anderen Namen.',
  'workspace_file.name_taken_in_folder':
    'Die Datei {file} gibt es in diesem Ordner schon. Wählen Sie einen anderen Namen.',
  'workspace_file.exists':
    'Die Datei {file} gibt es schon. Wählen Sie einen anderen Namen, oder öffnen Sie sie.',
  'workspace_file.is_folder': '{file} ist ein Ordner. Wählen Sie eine Datei.',
  'workspace_file.foreign_content':
    '{file} wurde nicht geöffnet: Sie enthält etwas, das nicht von Vitrine stammt ({found}). Nichts darin wurde geändert. Bitten Sie, von wem sie kommt, um ein Paket des Arbeitsbereichs.',
  'workspace_file.inspection_too_long':
    '{file} wurde nicht geöffnet: Sie zu prüfen dauerte zu lange oder nahm zu viel Speicher. Nichts darin wurde geändert. Bitten Sie, von wem sie kommt, um ein Paket des Arbeitsbereichs.',
  'workspace_file.open_elsewhere':
    '{file} ist in einem anderen Vitrine geöffnet. Schließen Sie sie dort, und versuchen Sie es noch einmal.',
  'workspace_file.empty':
    '{file} ist leer, es gibt also nichts zu öffnen. Entfernen Sie die Datei, oder stellen Sie an ihrer Stelle eine Sicherung wieder her.',
  'package.opening_interrupted':
    'Vitrine wurde beendet, während dieses Paket geöffnet wurde. Sehen Sie nach, ob der Arbeitsbereich da ist; wenn nicht, öffnen Sie das Paket noch einmal.',
  'package.target_unknown':
    'Die Datei, die für dieses Paket gewählt wurde, ist hier nicht bekannt. Speichern Sie das Paket noch einmal.',
  'package.not_a_package':
    '{file} ist kein Paket eines Arbeitsbereichs. Wählen Sie eine Datei, die als Paket gespeichert wurde.',
  'package.file_missing': 'Die Datei {file} gibt es nicht. Wählen Sie eine andere.',
  'package.not_opened':
    'Das Paket kann nicht geöffnet werden, und es wurde kein Arbeitsbereich angelegt: {sentence} Bitten Sie um ein neues.',
  'workspace_download.disk_full':
    'Auf dem Datenträger des Servers ist kein Platz für eine Kopie dieses Arbeitsbereichs.',
  'workspace_download.in_progress':
    'Eine Kopie dieses Arbeitsbereichs wird gerade erstellt. Warten Sie, bis sie fertig ist, oder brechen Sie sie ab.',
  'workspace_download.others_in_progress':
    'Gerade werden Kopien anderer Arbeitsbereiche erstellt. Versuchen Sie es in einigen Minuten noch einmal.',
}
