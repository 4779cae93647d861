-- A folder of Gopher has no item type, and no slash where its selector begins: a menu
-- lists the texts of its folder. A menu is its folder, with a slash at its end or not,
-- unless its name is that of a file.
DROP TRIGGER folder_update;

CREATE TRIGGER folder_update AFTER UPDATE OF url ON subscription BEGIN
	UPDATE subscription SET folder = (
		SELECT CASE
			WHEN parent NOT GLOB '*://*/*' THEN ''
			WHEN SUBSTR(page, LENGTH(parent) + 1, 1) = '~' THEN page || '/'
			WHEN kind = '1' AND name <> '' AND name <> 'gophermap' AND INSTR(name, '.') = 0 THEN page || '/'
			ELSE parent
		END
		FROM (SELECT page, kind, parent, SUBSTR(page, LENGTH(parent) + 1) AS name
			FROM (SELECT page, kind, RTRIM(page, REPLACE(page, '/', '')) AS parent
				FROM (SELECT
						IIF(gopher, SUBSTR(url, 1, root) || LTRIM(SUBSTR(url, root + 2), '/'), url) AS page,
						IIF(gopher, SUBSTR(url, root + 1, 1), '') AS kind
					FROM (SELECT url, url GLOB 'gopher*://*/*' AS gopher,
							INSTR(url, '://') + 2 + INSTR(SUBSTR(url, INSTR(url, '://') + 3), '/') AS root
						FROM (SELECT SUBSTR(NEW.url, 1, INSTR(NEW.url || '?', '?') - 1) AS url)))))
	) WHERE id = NEW.id;
END;

UPDATE subscription SET url = url WHERE url GLOB 'gopher*';
