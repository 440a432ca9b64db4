-- What the words of a week's picture stand on: light or dark. Pictures of before were light.

alter table historic_maps add column paper text not null default 'light' check (paper in ('light', 'dark'));
