-- Lists join track_marks and shares for the releases of a page, so marks need no summary of them.
drop trigger track_marked on track_marks;
drop trigger release_shared on shares;
drop function track_marked();
drop function release_shared();
drop function marks_has_more(int, int);
-- A row without its own flag or archive was only such a summary.
delete from marks where not marked;
alter table marks drop marked, drop has_more;
