-- Whose the words are that people left on a system: their account beside the name, so that who is erased is not confused with a namesake.
alter table alerts add column acknowledged_by_id integer references users (id) on delete set null;
alter table depth_factors add column user_id integer references users (id) on delete set null;
alter table rain_choices add column user_id integer references users (id) on delete set null;
alter table system_crops add column user_id integer references users (id) on delete set null;
alter table typed_rain add column user_id integer references users (id) on delete set null;
create index alerts_of_person on alerts (acknowledged_by_id) where acknowledged_by_id is not null;
create index depth_factors_of_person on depth_factors (user_id) where user_id is not null;
create index rain_choices_of_person on rain_choices (user_id) where user_id is not null;
create index system_crops_of_person on system_crops (user_id) where user_id is not null;
create index typed_rain_of_person on typed_rain (user_id) where user_id is not null;

-- Of rows that are there already: the one person of that name, now or when a setting was sent, who is or was at work on the system.
-- Where two have the name nobody can say whose it is.
create function pg_temp.who_is_called(system integer, called text) returns integer language sql as $$
  select case when count(*) = 1 then min(u.id) end
    from users u
   where (u.name = called
       or exists (select from system_commands c where c.user_id = u.id and c.user_name = called))
     and (exists (select from memberships m where m.user_id = u.id and m.system_id = system)
       or exists (select from system_commands c where c.user_id = u.id and c.system_id = system)
       or exists (select from audit a where a.user_id = u.id and a.system_id = system))
$$;

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('alerts', 'acknowledged_by', 'acknowledged_by_id'), ('depth_factors', 'user_name', 'user_id'),
      ('rain_choices', 'user_name', 'user_id'), ('system_crops', 'user_name', 'user_id'),
      ('typed_rain', 'user_name', 'user_id')) t (named, name_column, id_column)
  loop
    execute format(
      'update %1$I t set %3$I = found.id
         from (select system_id, %2$I as called, pg_temp.who_is_called(system_id, %2$I) as id
                 from (select distinct system_id, %2$I from %1$I where %2$I is not null) pairs) found
        where found.system_id = t.system_id and found.called = t.%2$I and found.id is not null',
      one.named, one.name_column, one.id_column);
  end loop;
end
$$;
drop function pg_temp.who_is_called(integer, text);
