-- Messages are in the language of the account.

alter table alert_people drop column language;
