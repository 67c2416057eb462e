import type { jobs as english } from '../en/jobs.ts'

export const jobs: Readonly<Record<keyof typeof english, string>> = {
  'job.queue_full':
    'Es warten schon zu viele Vorgänge in diesem Arbeitsbereich. Warten Sie, bis einige gelaufen sind, oder brechen Sie einige ab, und versuchen Sie es dann noch einmal.',
  'job.given_up': 'Der Vorgang wurde zu oft unterbrochen und aufgegeben. Starten Sie ihn neu.',
  'job.of_another_version':
    'Eine andere Version von Vitrine hat diesen Vorgang begonnen, und diese kann ihn nicht fortsetzen. Starten Sie ihn neu.',
  'job.not_authorized':
    'Wer diesen Vorgang gestartet hat, darf das hier nicht mehr: Konto, Mitgliedschaft oder Rolle haben sich geändert.',
  'job.does_not_wait': 'Verwerfen lässt sich nur ein Auftrag, der auf jemanden wartet; dieser ist {status}.',
  'job.not_retriable': 'Nur ein fehlgeschlagener oder pausierter Vorgang kann noch einmal gestartet werden.',
  'job.result_not_saved':
    'Das Ergebnis des Vorgangs konnte nicht gespeichert werden. Starten Sie ihn noch einmal.',
  'job.has_moved_on': 'Der Vorgang ist inzwischen weiter oder beendet. Sehen Sie ihn sich noch einmal an.',
  'job.file_of_other_role':
    'Diese Datei kann Werte enthalten, die Ihre Rolle {role} nicht lesen darf. Erstellen Sie sie selbst neu.',
  'job.from_elsewhere':
    'Dieser Vorgang kam mit einer Datei von anderswo und wurde nicht ausgeführt. Starten Sie ihn neu, wenn Sie wollen, was er tut.',
  'job.from_elsewhere_no_retry':
    'Dieser Vorgang kam mit einer Datei von anderswo und wird nicht noch einmal versucht. Starten Sie ihn neu.',
  'job.id_not_valid': 'Die ID dieses Vorgangs ist keine, die Vitrine vergibt; er hat keine Dateien.',
  'storage.not_saved':
    '{cause}, daher wurde nichts gespeichert. {remedy}, und versuchen Sie es dann noch einmal.',
  'storage.none_saved':
    '{cause}, daher wurde nichts gespeichert: 0 von {count, number}. {remedy}, und versuchen Sie es dann noch einmal.',
  'storage.try_job_again': '{cause}. {remedy}, und starten Sie den Vorgang dann noch einmal.',
  'storage.job_not_saved':
    '{cause}, daher wurde von diesem Vorgang nichts gespeichert. {remedy}, und starten Sie ihn dann noch einmal.',
  'storage.job_stopped':
    '{cause}. {saved, number} von {total, number} sind gespeichert, {left, number} nicht. {remedy}, und starten Sie den Vorgang dann noch einmal: Er macht dort weiter, wo er angehalten hat.',
  'storage.job_stopped_with_faults':
    '{cause}. {saved, number} von {total, number} sind gespeichert, {failed, number} hatten Fehler, {left, number} sind es nicht. {remedy}, und starten Sie den Vorgang dann noch einmal: Er macht dort weiter, wo er angehalten hat.',
  'storage.disk_full': 'Der Datenträger ist voll',
  'storage.free_space': 'Schaffen Sie Platz',
  'storage.file_locked': 'Ein anderes Programm hält die Arbeitsbereichsdatei gesperrt',
  'storage.close_program': 'Schließen Sie es',
  'storage.file_read_only': 'Die Arbeitsbereichsdatei ist schreibgeschützt',
  'storage.make_writable': 'Heben Sie den Schreibschutz auf',
  'storage.disk_fails': 'Der Datenträger konnte nicht gelesen oder beschrieben werden',
  'storage.check_disk': 'Prüfen Sie ihn',
  'storage.file_damaged': 'Die Arbeitsbereichsdatei ist beschädigt',
  'storage.restore_backup': 'Stellen Sie eine Sicherung wieder her',
  'cluster.no_majority':
    'Die meisten Knoten des Clusters, in dem dieser Arbeitsbereich liegt, antworten nicht',
  'cluster.start_nodes': 'Starten Sie sie, oder stellen Sie das Netz zwischen ihnen wieder her',
  'cluster.credentials_refused':
    'Der Cluster, in dem dieser Arbeitsbereich liegt, nimmt Benutzer und Passwort aus der Datei der Cluster nicht an',
  'cluster.correct_credentials': 'Korrigieren Sie beides, starten Sie den Server neu',
  'cluster.lease_lost': 'Ein anderer Vitrine-Server hat übernommen, was hier geschrieben wird',
  'cluster.wait_for_lease': 'Warten Sie, bis dieser es bemerkt hat, oder verwenden Sie den anderen',
  'cluster.not_confirmed':
    'Der Cluster, in dem dieser Arbeitsbereich liegt, hat nicht rechtzeitig bestätigt, dass dies gespeichert ist. Sehen Sie nach, und speichern Sie dann, was fehlt.',
  'cluster.writer_not_confirmed':
    'Der Server, der Änderungen speichert, hat nicht rechtzeitig bestätigt, dass dies gespeichert ist. Sehen Sie nach, und speichern Sie dann, was fehlt.',
  'cluster.not_the_server':
    'Dieser Server kann gerade nicht bestätigen, dass er noch derjenige ist, der antwortet, und gibt deshalb nichts aus, was veraltet sein kann. Versuchen Sie es gleich noch einmal.',
  'cluster.no_server_answers':
    'Keiner der Server dieses Katalogs ist gerade zu erreichen, daher wurde nichts gespeichert. Warten Sie einen Moment, und versuchen Sie es dann noch einmal.',
  'cluster.file_too_large':
    'Diese Datei hat {size} MB, und ein Arbeitsbereich in einem Cluster behält Dateien bis 8 MB. Verkleinern Sie sie, oder bewahren Sie sie anderswo auf und speichern Sie ihre Adresse.',
  'cluster.change_too_large':
    'Das ändert auf einmal mehr, als ein Cluster annimmt (64 MB). Tun Sie es in kleineren Teilen.',
  'server.failed_to_answer':
    'Auf dem Server ist ein Fehler aufgetreten. Der Grund steht in seinem Protokoll.',
  'server.failed': 'Auf dem Server ist ein Fehler aufgetreten.',
  'standby.reads_only':
    'Dies ist ein Ersatzserver: was er zeigt, kann einige Sekunden alt sein, und hier lässt sich nichts ändern. Ändern Sie es auf dem Server selbst.',
  'server.fenced':
    'Dieser Server kann nicht bestätigen, dass er noch derjenige ist, der schreibt; es wurde nichts gespeichert. Versuchen Sie es in einer Minute noch einmal.',
  'server.fenced_late':
    'Dieser Server konnte nicht rechtzeitig bestätigen, dass er noch derjenige ist, der schreibt. Sehen Sie in einer Minute nach, ob dies gespeichert wurde.',
  'server.replica_late':
    'Die Replik kommt nicht nach; es wurde nichts gespeichert, weil es einem Ersatzserver fehlen würde. Versuchen Sie es in einer Minute noch einmal.',
  'server.closing': 'Vitrine wird beendet. Versuchen Sie es noch einmal, sobald es wieder läuft.',
}
