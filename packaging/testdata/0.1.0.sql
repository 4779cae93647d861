-- What gemsub 0.1.0 wrote into a database with the schema of store/testdata/schema-009.sql.
-- 0.1.0.tsv has what it printed of it: list, entries --all, trust list, mute --list,
-- identity list. The key is for this test alone.
PRAGMA application_id = 1734700403;
PRAGMA user_version = 9;
UPDATE setting SET value = 'urn:uuid:9b5e9c38-a450-461c-b69b-c7ba5fd3b021';
INSERT INTO subscription (id, url, title, feed_title, subtitle, author, lang, format, feed_updated, state, ignore_robots, added_at, checked_at, changed_at, next_check_at, failures, last_error, last_error_kind, digest, first_unread, interval, rhythm, moved_from, old_url, moved_at) VALUES
	(1, 'gemini://127.0.0.1/log/', 'The sea', 'The harbour log', '', '', '', 'gemtext', 1795176000, 'ok', 0, 1795328228, 1795328228, 1795328228, 1795346011, 0, '', '', 'd0cef735d9950ba6cfbc23c9014605b507624ff21863be24690d0a4d1c4aa9df', NULL, 21600, 604800, '', '', NULL),
	(2, 'gemini://127.0.0.1/notes/', 'My notes', 'Notes', '', '', '', 'headings', 1795003200, 'ok', 0, 1795328228, 1795328228, 1795328228, 1795399024, 0, '', '', 'f5b3fc652282786c7a7ffec7e923678d16ced39894d04bc6b19d8cfb87ea76b7', NULL, 0, 1382400, '', '', NULL);
INSERT INTO tag (subscription_id, tag) VALUES
	(1, 'sea');
INSERT INTO entry (id, subscription_id, ref, url, title, author, updated, rank, first_seen, unread, published, starred) VALUES
	(1, 1, 'gemini://127.0.0.1/log/tide.gmi', NULL, 'The highest tide', '', 1793966400, 0, 1795328228, 1, NULL, 0),
	(2, 1, 'gemini://127.0.0.1/log/nets.gmi', NULL, 'Mending nets', '', 1794571200, 0, 1795328228, 0, NULL, 0),
	(3, 1, 'gemini://127.0.0.1/log/fog.gmi', NULL, 'Fog on the water', '', 1795176000, 0, 1795328228, 1, NULL, 1),
	(4, 2, 'gemini://127.0.0.1/notes/#2026-11-02%20A%20bicycle', 'gemini://127.0.0.1/notes/', 'A bicycle', '', 1793620800, 0, 1795328228, 0, NULL, 0),
	(5, 2, 'gemini://127.0.0.1/notes/#2026-11-18%20Bread', 'gemini://127.0.0.1/notes/', 'Bread', '', 1795003200, 0, 1795328228, 1, NULL, 0);
INSERT INTO host (authority, refused, fingerprint, not_after, seen_at) VALUES
	('127.0.0.1:1965', 0, '935e4b927ce9cb3e31de41ae58eec31eaabde7e2fdd7e18ba71d1d829497f887', 2110688186, 1795328228);
INSERT INTO authority (authority, robots, robots_known, robots_status, robots_at, robots_failing_since, requested_at, defer_until, defer_for) VALUES
	('127.0.0.1:1965', NULL, 1, '51 Not found!', 1795328228, NULL, 1795328228, NULL, 0);
INSERT INTO mute (id, pattern, subscription_id, tag, added_at) VALUES
	(1, 'bicycle', NULL, '', 1795328229);
INSERT INTO identity (name, certificate, key, added_at) VALUES
	('harbour', x'2d2d2d2d2d424547494e2043455254494649434154452d2d2d2d2d0a4d494942536a434238614144416745434168416741646e2f53493545524a48434f76304f4d6355634d416f4743437147534d343942414d434d4249784544414f0a42674e5642414d5442326868636d4a76645849774942634e4d6a59784d5449794d4455784e7a4135576867504f546b354f5445794d7a45794d7a55354e546c610a4d4249784544414f42674e5642414d5442326868636d4a76645849775754415442676371686b6a4f5051494242676771686b6a4f50514d4242774e43414151650a77417a4b795a5636632b4a6d716b4a4c6246536b746435526238355a58427876424765506642374b4d6278502f436749796e6e69332b4f65627372384430632b0a644e5163716e6b6f53774c5a41637a39697269336f7963774a54414f42674e56485138424166384542414d4342344177457759445652306c42417777436759490a4b7759424251554841774977436759494b6f5a497a6a30454177494453414177525149675957556a51726d47697447477949472b6c7442504e72784b665431310a32667372532f31744f67794961646343495143306143675143322b676349677a74416454334e3034673958485565347047354e35653062364668753057773d3d0a2d2d2d2d2d454e442043455254494649434154452d2d2d2d2d0a', x'2d2d2d2d2d424547494e2050524956415445204b45592d2d2d2d2d0a4d494748416745414d424d4742797147534d34394167454743437147534d343941774548424730776177494241515167394778794433485347646855514641530a5a6559464c4a72564c53486c79476c6e7a6a53344a662f6d7a2b4f6852414e434141516577417a4b795a5636632b4a6d716b4a4c6246536b746435526238355a0a58427876424765506642374b4d6278502f436749796e6e69332b4f65627372384430632b644e5163716e6b6f53774c5a41637a39697269330a2d2d2d2d2d454e442050524956415445204b45592d2d2d2d2d0a', 1795328229);
INSERT INTO identity_use (authority, path, name) VALUES
	('127.0.0.1:1965', '/log/', 'harbour');
UPDATE tally SET (entries, unread) = (SELECT COUNT(*), SUM(unread) FROM entry e WHERE e.subscription_id = tally.subscription_id);
INSERT INTO entry_text (entry_text) VALUES ('rebuild');
