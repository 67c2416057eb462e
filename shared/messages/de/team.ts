import type { team as english } from '../en/team.ts'

export const team: Readonly<Record<keyof typeof english, string>> = {
  'sign_in.refused':
    'Zu dieser E-Mail-Adresse und diesem Passwort gibt es hier kein Konto. Verlangt das Konto einen Code, geben Sie den neuesten ein.',
  'sign_in.too_many_tries':
    'Zu viele Anmeldeversuche. Warten Sie {minutes, plural, one {1 Minute} other {{minutes} Minuten}}, und versuchen Sie es dann noch einmal.',
  'sign_in.too_many_people':
    'Gerade melden sich zu viele an. Versuchen Sie es in einigen Sekunden noch einmal.',
  'account.email_not_valid': 'Geben Sie eine E-Mail-Adresse ein, etwa ana@example.com.',
  'account.password_too_weak':
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie mehrere Wörter, die nicht zusammengehören, oder lassen Sie Ihren Browser eines erstellen.',
  'account.password_wrong': 'Das ist nicht Ihr Passwort.',
  'account.no_password':
    'Dieses Konto hat kein Passwort. Bitten Sie einen Administrator des Servers um einen Link, um eines festzulegen.',
  'account.code_not_current':
    'Das ist nicht der jetzige Code. Prüfen Sie, ob die Uhr Ihres Telefons stimmt, und geben Sie den neuesten Code ein.',
  'account.code_wrong': 'Das ist nicht der jetzige Code.',
  'account.no_codes': 'Dieses Konto verlangt keine Codes. Geben Sie das Passwort ein.',
  'account.email_taken': 'Ein anderes Konto hat diese E-Mail.',
  'account.no_mail':
    'Dieser Server sendet keine E-Mails. Bitten Sie einen Administrator des Servers um einen Link für ein neues Passwort.',
  'account.of_email_has_no_codes': 'Das Konto von {email} verlangt keine Codes.',
  'invitation.link_unknown':
    'Dieser Link gilt nicht: Er wurde verwendet, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie um einen neuen.',
  'invitation.account_gone': 'Das Konto dieses Links gibt es nicht mehr.',
  'invitation.administrator_exists':
    'Das Konto des Administrators gibt es schon. Melden Sie sich an, oder bitten Sie um eine Einladung.',
  'invitation.account_made_meanwhile':
    'Inzwischen wurde mit dieser E-Mail ein Konto angelegt. Öffnen Sie den Link noch einmal.',
  'invitation.not_invited':
    'Dieses Konto ist nicht eingeladen. Bitten Sie einen Eigentümer des Arbeitsbereichs um eine Einladung an die E-Mail, mit der Sie sich anmelden.',
  'invitation.member_already':
    '{email} arbeitet schon in diesem Arbeitsbereich. Ändern Sie die Rolle auf der Seite „Personen“.',
  'team.last_owner':
    'Ein Arbeitsbereich braucht mindestens einen Eigentümer. Machen Sie zuerst jemand anderen dazu.',
  'team.last_administrator':
    'Der Server braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'worklist.too_many':
    'Der Arbeitsbereich hat {count} Arbeitslisten, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'worklist.assignee_no_member':
    'Diese Person arbeitet nicht in diesem Arbeitsbereich. Wählen Sie jemand anderen.',
  'worklist.role_too_low':
    'Eine Arbeitsliste ändern Bearbeiter, und erledigen kann sie, wer sie bekommen hat. Fragen Sie einen Bearbeiter.',
  'role.owner': 'Eigentümer',
  'role.manager': 'Verwalter',
  'role.editor': 'Bearbeiter',
  'role.contributor': 'Mitwirkender',
  'role.viewer': 'Betrachter',
  'role.not_a_member':
    'Sie gehören nicht zu diesem Arbeitsbereich, und dafür ist die Rolle {needed} nötig. Ein Eigentümer kann sie Ihnen auf der Seite „Personen“ geben.',
  'role.too_low':
    'Sie sind hier {role}, und dafür ist die Rolle {needed} nötig. Ein Eigentümer des Arbeitsbereichs kann sie Ihnen auf der Seite „Personen“ geben.',
  'role.administrator_needed': 'Das betrifft den ganzen Server. Das dürfen nur Administratoren des Servers.',
  'rate_limit.key':
    'Es sind {count} Anfragen je Minute erlaubt. Warten Sie {seconds} s, und machen Sie dann weiter.',
  'rate_limit.person':
    'Es sind {count} Anfragen je Minute erlaubt. Warten Sie {seconds} s, und machen Sie dann weiter.',
  'sign_in.only_at_provider':
    'Hier melden sich alle nur mit {name} an. Gehen Sie zur Anmeldeseite. Wenn {name} ausfällt, erstellt ein Administrator auf dem Rechner des Servers einen Link mit: vitrine user sign-in-link EMAIL',
  'sign_in.no_role':
    'Ihre Gruppen bei {name} geben Ihnen hier in keinem Arbeitsbereich eine Rolle. Fragen Sie, wer Ihre Gruppen verwaltet, oder bitten Sie einen Eigentümer des Arbeitsbereichs um eine Einladung.',
  'sign_in.too_many_groups':
    'Sie sind in mehr Gruppen, als {name} sendet. Deshalb ist nicht bekannt, was Sie hier dürfen. Bitten Sie den Administrator, nur die Gruppen dieser Anwendung senden zu lassen.',
  'team.role_by_groups':
    'Durch Gruppen beim Anmeldedienst ist {name} hier {role}; eine niedrigere Rolle ändert nichts. Nehmen Sie die Person aus der Gruppe, oder ändern Sie, welche Rolle die Gruppe gibt.',
  'team.too_many_group_roles':
    'Für {count} Gruppen sind Rollen festgelegt, mehr sind nicht möglich. Entfernen Sie zuerst eine.',
  'team.no_administrator':
    '{email} ist kein Administrator des Servers oder gesperrt. Solche Links gibt es nur für Administratoren.',
  'service_account.name_taken': 'Ein anderes Dienstkonto heißt schon so.',
  'service_account.key_of_administrators':
    'Dieser Schlüssel gehört zu einem Dienstkonto. Administratoren des Servers widerrufen ihn auf der Seite „Personen“.',
  'rate_limit.service_account':
    'Es sind {count} Anfragen je Minute erlaubt. Warten Sie {seconds} s, und machen Sie dann weiter.',
}
