-- A pasted address that began with half of its quotation marks was kept as typed, and waited for an account that nobody has.
insert into release_address (release_id, address, at)
select release_id, ltrim(address, ''''), at from release_address where address like '''%' on conflict do nothing;
delete from release_address where address like '''%';
