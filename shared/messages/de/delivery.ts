import type { delivery as english } from '../en/delivery.ts'

export const delivery: Readonly<Record<keyof typeof english, string>> = {
  'webhook.owner_allows_network':
    'Adressen dieses Netzes erlaubt nur, wem der Arbeitsbereich gehört. Lassen Sie die Angabe weg; die Adresse wird dann dort freigegeben.',
  'webhook.address_with_name':
    'In der Adresse stehen ein Name oder ein Kennwort. Lassen Sie beide weg: Jede Anfrage ist stattdessen signiert.',
  'webhook.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Webhooks. Löschen Sie einen, den niemand braucht.',
  'webhook.owner_turns_on':
    'Einschalten kann einen Webhook nur, wem der Arbeitsbereich gehört. Bitten Sie darum, das in der App zu tun.',
  'webhook.pending':
    'Die Adresse des Webhooks ist noch nicht freigegeben. Geben Sie sie in der App oder mit vitrine approve frei.',
  'webhook.not_pending': 'Der Webhook wartet auf keine Freigabe. Sehen Sie nach, ob er aktiv ist.',
  'webhook.maker_gone':
    'Wer den Webhook angelegt hat, ist nicht mehr da oder darf Änderungen nicht mehr lesen. Legen Sie einen neuen an.',
  'webhook.not_wanted':
    'Der Empfänger will nichts mehr bekommen (410). Schalten Sie den Webhook wieder ein, wenn sich das ändert.',
  'webhook.given_up':
    'Der Empfänger hat in {count, number} Versuchen nichts angenommen, zuletzt: {reason}. Schalten Sie den Webhook wieder ein, wenn er antwortet.',
  'webhook.not_taken': 'Die letzte Zustellung wurde nicht angenommen: {reason}. Sie wird wiederholt.',
  'connection.name_taken': 'Eine Verbindung heißt schon {name}. Geben Sie ihr einen anderen Namen.',
  'connection.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Verbindungen. Löschen Sie eine, die nicht mehr gebraucht wird.',
  'connection.address_with_name':
    'In der Adresse steht ein Name oder ein Passwort. Lassen Sie beides weg und tragen Sie es als Geheimnis ein.',
  'connection.host_not_valid':
    'Geben Sie nur den Namen oder die Adresse des Servers an, zum Beispiel dateien.example.com.',
  'connection.bucket_not_valid': 'Geben Sie nur den Namen des Buckets an, zum Beispiel katalog-dateien.',
  'connection.secret_form':
    'Das Geheimnis ist ein Text: Name und Passwort mit einem Doppelpunkt dazwischen, oder der Zugriffsschlüssel und sein Geheimnis.',
  'connection.fingerprint_form':
    'Der Fingerabdruck eines Server-Schlüssels besteht aus SHA256: und 43 Zeichen; nur SFTP hat einen. Testen Sie die Verbindung, um ihn zu sehen.',
  'connection.folder_not_found': 'Den Ordner gibt es nicht. Prüfen Sie seinen Pfad.',
  'connection.bucket_not_found': 'Den Bucket gibt es nicht. Prüfen Sie seinen Namen und die Adresse.',
  'connection.file_not_found': 'Es gibt keine Datei {name}.',
  'connection.file_too_large': 'Die Datei ist größer als {count, number} GB; mehr wird nicht übernommen.',
  'connection.too_many_files':
    'Im Ordner passen mehr als {count, number} Dateien. Räumen Sie alte Dateien weg.',
  'connection.full': 'Der Datenträger ist voll. Schaffen Sie Platz und starten Sie noch einmal.',
  'connection.write_failed':
    'Der Server konnte die Datei nicht speichern; vielleicht ist sein Datenträger voll. Die bisherige Datei ist unverändert.',
  'connection.https_only_reads':
    'Von einer Webadresse wird nur gelesen. Wählen Sie einen Ordner, SFTP oder S3.',
  'connection.redirects_away':
    'Der Server leitet auf {host} um. Ein Geheimnis geht nur an den Server der Verbindung; geben Sie die andere Adresse an, wenn sie stimmt.',
  'connection.redirects_too_often': 'Die Adresse leitet mehr als {count, number}-mal um. Prüfen Sie sie.',
  'connection.redirects_nowhere': 'Der Server leitet auf eine ungültige Adresse um. Prüfen Sie die Adresse.',
  'connection.secret_missing': 'Die Verbindung hat kein Geheimnis. Tragen Sie es ein.',
  'connection.secret_refused':
    'Der Server lehnt den Namen oder das Geheimnis ab. Tragen Sie beides noch einmal ein.',
  'connection.answered':
    'Der Server antwortete mit {status}. Versuchen Sie es später noch einmal, oder prüfen Sie die Adresse.',
  'connection.too_slow': 'Der Server war zu langsam. Versuchen Sie es später noch einmal.',
  'connection.unreachable': 'Der Ort ist nicht erreichbar: {reason}.',
  'connection.not_allowed_address':
    'Die Adresse {host} gehört zu diesem Computer oder seinem Netz oder hat kein https. Sie lässt sich an der Verbindung erlauben.',
  'connection.host_key_unknown':
    'Der Server zeigt den Schlüssel {fingerprint}. Vergleichen Sie ihn mit der Angabe des Betreibers und nehmen Sie ihn an.',
  'connection.host_key_changed':
    'Der Server zeigt den Schlüssel {fingerprint} statt {accepted}. Es wurde nichts gesendet. Fragen Sie den Betreiber, und nehmen Sie den neuen Schlüssel nur an, wenn er stimmt.',
  'feed.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Feeds. Löschen Sie einen, der nicht mehr gebraucht wird.',
  'feed.file_leaves':
    'Geben Sie den Namen einer Datei in der Verbindung an, oder einen Ordner darin und den Namen, zum Beispiel out/preise.csv.',
  'feed.no_pattern':
    'Geben Sie einen Namen ohne * und ? an. Nur ein Import aus einem Ordner, von SFTP oder S3 nimmt ein Muster, und nur im letzten Teil des Namens.',
  'feed.unknown_placeholder':
    'In geschweiften Klammern stehen in einem Namen date, time und n, nicht {name}.',
  'feed.no_gzip_of_workbook':
    'Eine Arbeitsmappe ist schon gepackt. Lassen Sie .gz weg, oder wählen Sie ein anderes Format.',
  'feed.only_folders_are_watched':
    'Nur ein Ordner meldet neue Dateien. Wählen Sie einen Zeitplan, oder starten Sie den Feed von Hand.',
  'feed.percentage': 'Geben Sie eine Prozentzahl ab 0 an.',
  'feed.missing_form': 'Geben Sie leave, trash oder set mit den Werten an, die fehlende Zeilen bekommen.',
  'feed.other_direction': 'Ein Feed der Richtung {direction} hat das nicht. Lassen Sie es weg.',
  'feed.seen_form': 'Nennen Sie den Auftrag eines beendeten Probelaufs derselben Datei.',
  'feed.connection_missing': 'Verbindung fehlt',
  'feed.profile_missing': 'Profil fehlt',
  'feed.is_off': 'Der Feed {name} ist aus. Schalten Sie ihn ein, oder starten Sie ihn nur dieses Mal.',
  'feed.is_off_because': 'Der Feed {name} ist aus: {reason}. Wählen Sie dafür etwas anderes.',
  'feed.gone': 'Der Feed wurde gelöscht; seine Datei wird nicht übernommen.',
  'feed.not_gzip':
    'Die Datei endet auf .gz, ist aber nicht so gepackt oder abgeschnitten. Fordern Sie sie neu an.',
  'feed.waits':
    'Der Lauf würde mehr als üblich ändern. Sehen Sie ihn an und geben Sie ihn frei, oder verwerfen Sie ihn.',
  'feed.waits_first':
    'Der erste Lauf eines Feeds wartet. Sehen Sie ihn an und geben Sie ihn frei, oder verwerfen Sie ihn.',
  'feed.repeated_keys':
    '{count, number} von {rows, number} Zeilen haben den Schlüssel einer früheren Zeile. Es wurde nichts geschrieben; fragen Sie nach, woher die Datei stammt.',
  'feed.missing_not_judged':
    '{count, plural, one {# Zeile wurde abgelehnt} other {# Zeilen wurden abgelehnt}}; mit fehlenden Zeilen ist deshalb nichts geschehen.',
  'feed.rows_failed': 'Einige Zeilen wurden abgelehnt; der Auftrag sagt, welche und warum.',
  'export.too_many_profiles':
    'Ein Arbeitsbereich hat höchstens {count, number} Exportprofile. Löschen Sie eines, das nicht mehr gebraucht wird.',
  'export.profile_unknown': 'Es gibt kein Exportprofil dieses Namens.',
}
