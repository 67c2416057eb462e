import type { models as english } from '../en/models.ts'

export const models: Readonly<Record<keyof typeof english, string>> = {
  'provider.variable_is_setting':
    'Variablen, die mit VITRINE_ beginnen, sind Einstellungen des Servers und nie der Schlüssel eines Providers. Legen Sie den Schlüssel in eine andere Variable, etwa OPENAI_API_KEY.',
  'provider.variable_name_refused':
    'Gelesen werden nur Variablen, deren Name auf _API_KEY endet, damit kein anderes Geheimnis dieses Computers an einen Provider gesendet wird. Benennen Sie sie so, oder erlauben Sie sie mit vitrine serve --allow-key-variable NAME.',
  'provider.variable_not_read': 'Die Variable {variable} wird für {name} nicht gelesen. {remedy}',
  'provider.name_taken': 'Einen Provider namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  'provider.none':
    'Es gibt noch keinen KI-Provider. Fügen Sie unter „KI-Provider“ einen hinzu; ein lokales Modell, etwa in Ollama, kostet nichts.',
  'provider.no_model':
    'Für {name} ist hierfür kein Modell gewählt. Wählen Sie beim Provider eines, oder nehmen Sie einen anderen Provider.',
  'provider.price_unknown':
    'Was {model} von {provider} kostet, ist nicht bekannt, daher lässt sich kein Budget einhalten. Geben Sie unter „KI-Provider“ den Preis ein; 0 heißt, dass es nichts kostet.',
  'provider.answer_of_wrong_kind': 'Ein Provider dieser Art antwortet anders. Prüfen Sie Art und Adresse.',
  'provider.content_filter': 'Der Inhaltsfilter des Providers hat die Antwort zurückgehalten.',
  'provider.answered': 'Der Provider hat mit {status} geantwortet.',
  'provider.connection_failed': 'Die Verbindung zum Provider ist fehlgeschlagen ({why}).',
  'provider.connection_cut': 'Die Verbindung brach ab, bevor die Antwort vollständig war.',
  'provider.nothing_answers':
    'Unter der Adresse antwortet nichts. Starten Sie den Modellserver, oder korrigieren Sie die Adresse.',
  'provider.host_unknown':
    'Der Name in der Adresse ist nicht bekannt. Korrigieren Sie die Adresse, oder prüfen Sie das Netz.',
  'provider.lookup_failed': 'Der Name in der Adresse lässt sich nicht nachschlagen. Prüfen Sie das Netz.',
  'provider.no_answer': 'Die Adresse antwortet nicht. Prüfen Sie sie und das Netz.',
  'provider.redirects':
    'Die Adresse leitet weiter, und Weiterleitungen werden nicht befolgt. Geben Sie die Adresse ein, unter der der Provider selbst antwortet.',
  'provider.address_not_valid':
    'Geben Sie die Adresse des Servers ein, etwa http://127.0.0.1:11434 für Ollama oder http://127.0.0.1:1234 für LM Studio.',
  'provider.https_needed':
    'Außerhalb dieses Computers und seines Netzes wird nur https verwendet: Über http könnten andere Schlüssel und Katalog lesen.',
  'provider.key_not_readable': 'Der gespeicherte Schlüssel ist nicht mehr lesbar. Geben Sie ihn neu ein.',
  'provider.no_keyring':
    'Auf diesem Computer ist kein Schlüsselbund geöffnet, der Schlüssel läge daher lesbar auf dem Datenträger. Richten Sie einen ein, etwa GNOME-Schlüsselbund oder KWallet, oder starten Sie die App mit dem Schlüssel in einer Umgebungsvariablen, und geben Sie deren Namen ein.',
  'provider.too_many': 'Es gibt schon {count} Provider. Löschen Sie einen, der nicht mehr verwendet wird.',
  'model.no_answer': 'Das Modell hat nicht geantwortet.',
  'model.no_answer_within': 'Das Modell hat innerhalb von {count} Sekunden nicht geantwortet.',
  'model.did_not_answer_within': 'Das Modell hat innerhalb von {count} Sekunden nicht geantwortet.',
  'model.answer_not_json': 'Das Modell hat nicht mit JSON geantwortet.',
  'model.no_picture': 'Das Modell hat daraus kein Bild gemacht. Formulieren Sie die Anweisungen anders.',
  'model.answer_of_wrong_form':
    'Das Modell hält sich nicht an die vorgegebene Form der Antwort. Wählen Sie ein anderes.',
  'model.answer_cut_off': 'Die Antwort wurde an ihrer Längengrenze abgeschnitten.',
  'model.no_fitting_answer': 'Das Modell hat zweimal keine passende Antwort gegeben.',
  'generation.provider_gone':
    'Den Provider dieses Laufs gibt es nicht mehr. Starten Sie den Lauf mit einem anderen.',
  'generation.data_type_changed':
    'Der Datentyp dieses Attributs hat sich seit dem Beginn des Laufs geändert. Starten Sie dafür einen neuen Lauf.',
  'generation.deleted_meanwhile': 'Es wurde inzwischen gelöscht.',
  'generation.too_many_tries':
    'Mehrere Definitionen werden schon ausprobiert. Warten Sie auf eine davon, oder stoppen Sie sie.',
  'proposal.moves_refused':
    'Sie dürfen hier Werte vorschlagen, aber keine Einträge verschieben. Dafür ist die Rolle Bearbeiter nötig. Ein Eigentümer des Arbeitsbereichs kann sie Ihnen auf der Seite „Personen“ geben.',
  'proposal.values_already_there': 'Der Eintrag hat diese Werte schon.',
  'agent.code_unknown':
    'Mit diesem Code wartet kein Agent. Vielleicht hat er aufgegeben oder schon eine Antwort.',
  'api_key.expires_in_past': 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren oder gar keinen.',
}
