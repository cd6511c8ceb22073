/* from_sql_cases.h - SQL, and the query of the form that it is: canonical JSON, with ' for ". */
#pragma once

static const struct from_sql_case {
    const char *sql, *query;
} from_sql_cases[] = {
    { "SELECT region, revenue AS r FROM sales WHERE units > 1 AND (paid AND day >= '2024-01-01')",
      "{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{'column':'units'},{'value':1}]},{'column':'paid'},{"
      "'op':'>=','args':[{'column':'day'},{'value':'2024-01-01','type':'date'}]}],'select':[{'column':'region'},{"
      "'expr':{'column':'revenue'},'name':'r'}]}" },
    { "SELECT * FROM sales", "{'from':[{'table':'sales'}]}" },
    { "SELECT s.* FROM sales s, products p WHERE s.product = p.product",
      "{'from':[{'table':'sales','as':'s'},{'table':'products','as':'p','on':{'op':'=','args':[{"
      "'column':'product','of':'s'},{'column':'product','of':'p'}]}}],'select':[{'column':'id','of':'s'},{"
      "'column':'region','of':'s'},{'column':'product','of':'s'},{'column':'revenue','of':'s'},{'column':'units',"
      "'of':'s'},{'column':'day','of':'s'},{'column':'sold','of':'s'},{'column':'paid','of':'s'},{'column':'code',"
      "'of':'s'}]}" },
    { "SELECT * EXCLUDE (id, code) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'column':'region'},{'column':'product'},{'column':'revenue'},{"
      "'column':'units'},{'column':'day'},{'column':'sold'},{'column':'paid'}]}" },
    { "SELECT DISTINCT region FROM sales ORDER BY region DESC NULLS FIRST LIMIT 2 OFFSET 1",
      "{'from':[{'table':'sales'}],'select':[{'column':'region'}],'distinct':true,'order':[{'by':{"
      "'column':'region'},'descending':true,'empty_first':true}],'limit':2,'offset':1}" },
    { "SELECT s.id, p.kind FROM sales s JOIN products p ON s.product = p.product AND p.price > 1",
      "{'from':[{'table':'sales','as':'s'},{'table':'products','as':'p','on':{'op':'and','args':[{'op':'=',"
      "'args':[{'column':'product','of':'s'},{'column':'product','of':'p'}]},{'op':'>','args':[{'column':'price',"
      "'of':'p'},{'value':1}]}]}}],'select':[{'column':'id','of':'s'},{'column':'kind','of':'p'}]}" },
    { "SELECT id, kind FROM sales JOIN products USING (product) ORDER BY product, id",
      "{'from':[{'table':'sales'},{'table':'products','on':{'op':'=','args':[{'column':'product','of':'sales'},{"
      "'column':'product','of':'products'}]}}],'select':[{'column':'id','of':'sales'},{'column':'kind',"
      "'of':'products'}],'order':[{'by':{'column':'product','of':'sales'}},{'by':{'column':'id','of':'sales'}}]}" },
    { "SELECT * FROM sales NATURAL JOIN products",
      "{'from':[{'table':'sales'},{'table':'products','on':{'op':'=','args':[{'column':'product','of':'sales'},{"
      "'column':'product','of':'products'}]}}],'select':[{'column':'id','of':'sales'},{'column':'region',"
      "'of':'sales'},{'column':'product','of':'sales'},{'column':'revenue','of':'sales'},{'column':'units',"
      "'of':'sales'},{'column':'day','of':'sales'},{'column':'sold','of':'sales'},{'column':'paid','of':'sales'},{"
      "'column':'code','of':'sales'},{'column':'price','of':'products'},{'column':'kind','of':'products'}]}" },
    { "SELECT s.id, m.manager FROM sales s LEFT JOIN managers m ON s.region = m.region",
      "{'from':[{'table':'sales','as':'s'},{'table':'managers','as':'m','join':'left','on':{'op':'=','args':[{"
      "'column':'region','of':'s'},{'column':'region','of':'m'}]}}],'select':[{'column':'id','of':'s'},{"
      "'column':'manager','of':'m'}]}" },
    { "SELECT s.id, m.manager FROM sales s RIGHT JOIN managers m ON s.region = m.region",
      "{'from':[{'table':'managers','as':'m'},{'table':'sales','as':'s','join':'left','on':{'op':'=','args':[{"
      "'column':'region','of':'s'},{'column':'region','of':'m'}]}}],'select':[{'column':'id','of':'s'},{"
      "'column':'manager','of':'m'}]}" },
    { "SELECT s.id FROM sales s CROSS JOIN products p WHERE s.units < p.price",
      "{'from':[{'table':'sales','as':'s'},{'table':'products','as':'p','join':'cross'}],'where':[{'op':'<',"
      "'args':[{'column':'units','of':'s'},{'column':'price','of':'p'}]}],'select':[{'column':'id','of':'s'}]}" },
    { "SELECT a.id, b.id FROM sales a, sales b WHERE a.region = b.region AND a.id < b.id",
      "{'from':[{'table':'sales','as':'a'},{'table':'sales','as':'b','on':{'op':'=','args':[{'column':'region',"
      "'of':'a'},{'column':'region','of':'b'}]}}],'where':[{'op':'<','args':[{'column':'id','of':'a'},{"
      "'column':'id','of':'b'}]}],'select':[{'column':'id','of':'a'},{'column':'id','of':'b'}]}" },
    { "SELECT t.r, t.n FROM (SELECT region AS r, count(*) AS n FROM sales GROUP BY region) t WHERE t.n > 1",
      "{'from':[{'query':{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'expr':{"
      "'column':'region'},'name':'r'},{'expr':{'aggregate':'count'},'name':'n'}]},'as':'t'}],'where':[{'op':'>',"
      "'args':[{'column':'n'},{'value':1}]}],'select':[{'column':'r'},{'column':'n'}]}" },
    { "SELECT x, y FROM (SELECT region, sum(units) FROM sales GROUP BY 1) AS t(x, y) ORDER BY x",
      "{'from':[{'query':{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'column':'region'},{"
      "'aggregate':'sum','arg':{'column':'units'}}]},'as':'t'}],'select':[{'expr':{'column':'region'},'name':'x'},"
      "{'expr':{'column':'total_units'},'name':'y'}],'order':[{'by':{'column':'region'}}]}" },
    { "WITH big AS (SELECT * FROM sales WHERE units > 2), few AS (SELECT region, count(*) c FROM big GROUP BY "
      "region) SELECT region, c FROM few UNION ALL SELECT region, 0 FROM big ORDER BY 1, 2",
      "{'union':[{'from':[{'query':{'from':[{'query':{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{"
      "'column':'units'},{'value':2}]}]},'as':'big'}],'group':[{'column':'region'}],'select':[{'column':'region'},"
      "{'expr':{'aggregate':'count'},'name':'c'}]},'as':'few'}],'select':[{'column':'region'},{'column':'c'}]},{"
      "'from':[{'query':{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{'column':'units'},{'value':2}]}]},"
      "'as':'big'}],'select':[{'column':'region'},{'value':0}]}],'all':true,'order':[{'by':{'column':'region'}},{"
      "'by':{'column':'c'}}]}" },
    { "SELECT region, sum(revenue) AS total FROM sales GROUP BY region HAVING sum(revenue) > 5 ORDER BY total DESC",
      "{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'column':'region'},{'expr':{"
      "'aggregate':'sum','arg':{'column':'revenue'}},'name':'total'}],'having':[{'op':'>','args':[{"
      "'aggregate':'sum','arg':{'column':'revenue'}},{'value':5}]}],'order':[{'by':{'aggregate':'sum','arg':{"
      "'column':'revenue'}},'descending':true}]}" },
    { "SELECT year(day) y, count(*) FROM sales GROUP BY y ORDER BY y",
      "{'from':[{'table':'sales'}],'group':[{'op':'year','args':[{'column':'day'}]}],'select':[{'expr':{"
      "'op':'year','args':[{'column':'day'}]},'name':'y'},{'aggregate':'count'}],'order':[{'by':{'op':'year',"
      "'args':[{'column':'day'}]}}]}" },
    { "SELECT region, product, avg(units) FROM sales GROUP BY ALL ORDER BY ALL",
      "{'from':[{'table':'sales'}],'group':[{'column':'region'},{'column':'product'}],'select':[{"
      "'column':'region'},{'column':'product'},{'aggregate':'average','arg':{'column':'units'}}],'order':[{'by':{"
      "'column':'region'}},{'by':{'column':'product'}},{'by':{'aggregate':'average','arg':{'column':'units'}}}]}" },
    { "SELECT count(DISTINCT region), count(revenue), count(*) FILTER (WHERE paid), min(day), max(sold) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'aggregate':'count','arg':{'column':'region'},'distinct':true},{"
      "'aggregate':'count','arg':{'column':'revenue'}},{'aggregate':'count','where':{'column':'paid'}},{"
      "'aggregate':'min','arg':{'column':'day'}},{'aggregate':'max','arg':{'column':'sold'}}]}" },
    { "SELECT region, sum(CASE WHEN paid THEN 1 ELSE 0 END) FROM sales GROUP BY region",
      "{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'column':'region'},{"
      "'aggregate':'count','where':{'column':'paid'}}]}" },
    { "SELECT sum(CASE WHEN paid THEN 1 ELSE 0 END) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'aggregate':'sum','arg':{'op':'case','args':[{'column':'paid'},{"
      "'value':1},{'value':0}]}}]}" },
    { "SELECT count(CASE WHEN paid THEN id END), count_if(units > 2) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'aggregate':'count','arg':{'column':'id'},'where':{"
      "'column':'paid'}},{'aggregate':'count','where':{'op':'>','args':[{'column':'units'},{'value':2}]}}]}" },
    { "SELECT median(units), quantile_cont(units, 0.9), stddev(units), var_pop(units) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'aggregate':'median','arg':{'column':'units'}},{"
      "'aggregate':'quantile','arg':{'column':'units'},'number':0.9},{'aggregate':'deviation','arg':{"
      "'column':'units'}},{'aggregate':'variance_all','arg':{'column':'units'}}]}" },
    { "SELECT product FROM sales UNION SELECT product FROM products EXCEPT SELECT 'Milk' FROM products ORDER BY "
      "product LIMIT 3",
      "{'except':[{'union':[{'from':[{'table':'sales'}],'select':[{'column':'product'}]},{'from':[{"
      "'table':'products'}],'select':[{'column':'product'}]}]},{'from':[{'table':'products'}],'select':[{"
      "'value':'Milk'}]}],'order':[{'by':{'column':'product'}}],'limit':3}" },
    { "SELECT id FROM sales WHERE region IN ('West', 'East') AND units NOT IN (1, 2)",
      "{'from':[{'table':'sales'}],'where':[{'op':'in','args':[{'column':'region'},{'value':'West'},{"
      "'value':'East'}]},{'op':'not','args':[{'op':'in','args':[{'column':'units'},{'value':1},{'value':2}]}]}],"
      "'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE product IN (SELECT product FROM products WHERE kind = 'drink')",
      "{'from':[{'table':'sales'}],'where':[{'in':{'column':'product'},'query':{'from':[{'table':'products'}],"
      "'where':[{'op':'=','args':[{'column':'kind'},{'value':'drink'}]}],'select':[{'column':'product'}]}}],"
      "'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE region NOT IN (SELECT region FROM managers)",
      "{'from':[{'table':'sales'}],'where':[{'op':'not','args':[{'in':{'column':'region'},'query':{'from':[{"
      "'table':'managers'}],'select':[{'column':'region'}]}}]}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales s WHERE EXISTS (SELECT 1 FROM managers m WHERE m.region = s.region)",
      "{'from':[{'table':'sales','as':'s'}],'where':[{'exists':{'from':[{'table':'managers','as':'m'}],'where':[{"
      "'op':'=','args':[{'column':'region'},{'column':'region','of':'s'}]}],'select':[{'value':1}]}}],'select':[{"
      "'column':'id'}]}" },
    { "SELECT id FROM sales WHERE NOT EXISTS (SELECT * FROM managers WHERE managers.region = sales.region)",
      "{'from':[{'table':'sales'}],'where':[{'exists':{'from':[{'table':'managers'}],'where':[{'op':'=','args':[{"
      "'column':'region'},{'column':'region','of':'sales'}]}]},'not':true}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE revenue > (SELECT avg(revenue) FROM sales)",
      "{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{'column':'revenue'},{'query':{'from':[{"
      "'table':'sales','as':'sales_2'}],'select':[{'aggregate':'average','arg':{'column':'revenue'}}]}}]}],"
      "'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE units >= ALL (SELECT units FROM sales)",
      "{'from':[{'table':'sales'}],'where':[{'exists':{'from':[{'query':{'from':[{'table':'sales',"
      "'as':'sales_2'}],'select':[{'column':'units'}]},'as':'others'}],'where':[{'op':'coalesce','args':[{"
      "'op':'<','args':[{'column':'units','of':'sales'},{'column':'units'}]},{'value':true}]}]},'not':true}],"
      "'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE units > ANY (SELECT year - 2018 FROM managers)",
      "{'from':[{'table':'sales'}],'where':[{'exists':{'from':[{'query':{'from':[{'table':'managers'}],'select':[{"
      "'op':'-','args':[{'column':'year'},{'value':2018}]}]},'as':'others'}],'where':[{'op':'>','args':[{"
      "'column':'units','of':'sales'},{'column':'year'}]}]}}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE units = ANY (SELECT price FROM products) OR units <> ALL (SELECT 3 FROM "
      "products)",
      "{'from':[{'table':'sales'}],'where':[{'op':'or','args':[{'in':{'column':'units'},'query':{'from':[{"
      "'table':'products'}],'select':[{'column':'price'}]}},{'op':'not','args':[{'in':{'column':'units'},'query':{"
      "'from':[{'table':'products'}],'select':[{'value':3}]}}]}]}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE units BETWEEN 2 AND 4 AND day NOT BETWEEN '2024-02-01' AND DATE '2024-03-01'",
      "{'from':[{'table':'sales'}],'where':[{'op':'between','args':[{'column':'units'},{'value':2},{'value':4}]},{"
      "'op':'not','args':[{'op':'between','args':[{'column':'day'},{'value':'2024-02-01','type':'date'},{"
      "'value':'2024-03-01','type':'date'}]}]}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE product LIKE 'T%' AND region NOT LIKE '%t'",
      "{'from':[{'table':'sales'}],'where':[{'op':'like','args':[{'column':'product'},{'value':'T%'}]},{"
      "'op':'not','args':[{'op':'like','args':[{'column':'region'},{'value':'%t'}]}]}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM sales WHERE product ILIKE '%EA%' AND region NOT ILIKE 'w%' AND region ILIKE 'east' AND "
      "product ILIKE '_EA'",
      "{'from':[{'table':'sales'}],'where':[{'op':'contains','args':[{'column':'product'},{'value':'EA'}]},{"
      "'op':'not','args':[{'op':'starts','args':[{'column':'region'},{'value':'w'}]}]},{'op':'same','args':[{"
      "'column':'region'},{'value':'east'}]},{'op':'like','args':[{'op':'lower','args':[{'column':'product'}]},{"
      "'op':'lower','args':[{'value':'_EA'}]}]}],'select':[{'column':'id'}]}" },
    { "SELECT CASE WHEN units > 3 THEN 'many' WHEN units > 1 THEN 'some' ELSE 'few' END FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'case','args':[{'op':'>','args':[{'column':'units'},{"
      "'value':3}]},{'value':'many'},{'op':'>','args':[{'column':'units'},{'value':1}]},{'value':'some'},{"
      "'value':'few'}]}]}" },
    { "SELECT CASE region WHEN 'West' THEN 1 END, if(paid, 1, 0), coalesce(revenue, 0), nullif(units, 0), "
      "ifnull(region, '?') FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'case','args':[{'op':'=','args':[{'column':'region'},{"
      "'value':'West'}]},{'value':1}]},{'op':'case','args':[{'column':'paid'},{'value':1},{'value':0}]},{"
      "'op':'coalesce','args':[{'column':'revenue'},{'value':0}]},{'op':'case','args':[{'op':'=','args':[{"
      "'column':'units'},{'value':0}]},{'value':null},{'column':'units'}]},{'op':'coalesce','args':[{"
      "'column':'region'},{'value':'?'}]}]}" },
    { "SELECT CAST(units AS VARCHAR), units::DOUBLE, CAST(revenue AS INTEGER), sold::DATE, '2024-01-05'::DATE, "
      "revenue::DECIMAL(9,1), TRY_CAST(code AS INTEGER) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'text','args':[{'column':'units'}]},{'column':'units'},{"
      "'op':'whole','args':[{'column':'revenue'}]},{'op':'date','args':[{'column':'sold'}]},{'value':'2024-01-05',"
      "'type':'date'},{'op':'round','args':[{'column':'revenue'},{'value':1}]},{'op':'whole','args':[{"
      "'column':'code'}]}]}" },
    { "SELECT units + 1, units - 1, revenue * 2, revenue / units, units // 2, units % 2, -units, abs(units - 3), "
      "round(revenue, 1), floor(revenue), ceil(revenue), sqrt(units), power(units, 2), units ^ 2 FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'+','args':[{'column':'units'},{'value':1}]},{'op':'-',"
      "'args':[{'column':'units'},{'value':1}]},{'op':'*','args':[{'column':'revenue'},{'value':2}]},{'op':'/',"
      "'args':[{'column':'revenue'},{'column':'units'}]},{'op':'div','args':[{'column':'units'},{'value':2}]},{"
      "'op':'%','args':[{'column':'units'},{'value':2}]},{'op':'negate','args':[{'column':'units'}]},{'op':'abs',"
      "'args':[{'op':'-','args':[{'column':'units'},{'value':3}]}]},{'op':'round','args':[{'column':'revenue'},{"
      "'value':1}]},{'op':'floor','args':[{'column':'revenue'}]},{'op':'ceiling','args':[{'column':'revenue'}]},{"
      "'op':'sqrt','args':[{'column':'units'}]},{'op':'power','args':[{'column':'units'},{'value':2}]},{"
      "'op':'power','args':[{'column':'units'},{'value':2}]}]}" },
    { "SELECT region || '-' || product, concat(region, '-', product), upper(product), lower(product), "
      "length(product), trim(product), substring(product, 1, 2), replace(product, 'e', 'a') FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'concat','args':[{'op':'concat','args':[{'column':'region'},{"
      "'value':'-'}]},{'column':'product'}]},{'op':'concat','args':[{'op':'coalesce','args':[{'column':'region'},{"
      "'value':''}]},{'value':'-'},{'op':'coalesce','args':[{'column':'product'},{'value':''}]}]},{'op':'upper',"
      "'args':[{'column':'product'}]},{'op':'lower','args':[{'column':'product'}]},{'op':'length','args':[{"
      "'column':'product'}]},{'op':'trim','args':[{'column':'product'}]},{'op':'substring','args':[{"
      "'column':'product'},{'value':1},{'value':2}]},{'op':'replace','args':[{'column':'product'},{'value':'e'},{"
      "'value':'a'}]}]}" },
    { "SELECT extract(year FROM day), date_part('month', day), quarter(day), week(day), dayofmonth(day), "
      "hour(sold), isodow(day), dayofweek(day) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'year','args':[{'column':'day'}]},{'op':'month','args':[{"
      "'column':'day'}]},{'op':'quarter','args':[{'column':'day'}]},{'op':'week','args':[{'column':'day'}]},{"
      "'op':'day','args':[{'column':'day'}]},{'op':'hour','args':[{'column':'sold'}]},{'op':'weekday','args':[{"
      "'column':'day'}]},{'op':'%','args':[{'op':'weekday','args':[{'column':'day'}]},{'value':7}]}]}" },
    { "SELECT extract(dow FROM day), date_trunc('month', day), strftime(day, '%Y-%m'), strftime('%Y', sold), "
      "datediff('day', day, DATE '2024-12-31'), DATE '2024-12-31' - day FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'%','args':[{'op':'weekday','args':[{'column':'day'}]},{"
      "'value':7}]},{'op':'start_of','args':[{'value':'month'},{'column':'day'}]},{'op':'substring','args':[{"
      "'op':'text','args':[{'column':'day'}]},{'value':1},{'value':7}]},{'op':'substring','args':[{'op':'text',"
      "'args':[{'column':'sold'}]},{'value':1},{'value':4}]},{'op':'days_between','args':[{'column':'day'},{"
      "'value':'2024-12-31','type':'date'}]},{'op':'days_between','args':[{'column':'day'},{'value':'2024-12-31',"
      "'type':'date'}]}]}" },
    { "SELECT id FROM sales WHERE region IS NULL OR revenue IS NOT NULL",
      "{'from':[{'table':'sales'}],'where':[{'op':'or','args':[{'op':'is_empty','args':[{'column':'region'}]},{"
      "'op':'not','args':[{'op':'is_empty','args':[{'column':'revenue'}]}]}]}],'select':[{'column':'id'}]}" },
    { "SELECT id, row_number() OVER (PARTITION BY region ORDER BY units DESC, id), rank() OVER (ORDER BY units), "
      "dense_rank() OVER (ORDER BY units) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'column':'id'},{'window':'row_number','per':[{'column':'region'}],"
      "'order':[{'by':{'column':'units'},'descending':true},{'by':{'column':'id'}}]},{'window':'rank','order':[{"
      "'by':{'column':'units'}}]},{'window':'dense_rank','order':[{'by':{'column':'units'}}]}]}" },
    { "SELECT id, sum(units) OVER (), avg(units) OVER (PARTITION BY region), sum(units) OVER (ORDER BY id ROWS "
      "UNBOUNDED PRECEDING), avg(units) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'column':'id'},{'window':'over','arg':{'aggregate':'sum','arg':{"
      "'column':'units'}}},{'window':'over','arg':{'aggregate':'average','arg':{'column':'units'}},'per':[{"
      "'column':'region'}]},{'window':'running','arg':{'aggregate':'sum','arg':{'column':'units'}},'order':[{"
      "'by':{'column':'id'}}]},{'window':'moving','arg':{'aggregate':'average','arg':{'column':'units'}},"
      "'order':[{'by':{'column':'id'}}],'number':3}]}" },
    { "SELECT id, lag(units) OVER (ORDER BY id), lead(units, 2) OVER (ORDER BY id) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'column':'id'},{'window':'previous','arg':{'column':'units'},"
      "'order':[{'by':{'column':'id'}}]},{'window':'next','arg':{'column':'units'},'order':[{'by':{"
      "'column':'id'}}],'number':2}]}" },
    { "SELECT day, sum(sum(units)) OVER (ORDER BY day) FROM sales GROUP BY day",
      "{'from':[{'table':'sales'}],'group':[{'column':'day'}],'select':[{'column':'day'},{'window':'running',"
      "'arg':{'aggregate':'sum','arg':{'aggregate':'sum','arg':{'column':'units'}}},'order':[{'by':{"
      "'column':'day'}}]}]}" },
    { "SELECT id, region, units FROM sales QUALIFY row_number() OVER (PARTITION BY region ORDER BY units DESC, "
      "id) <= 1",
      "{'from':[{'table':'sales'}],'select':[{'column':'id'},{'column':'region'},{'column':'units'}],'order':[{"
      "'by':{'column':'units'},'descending':true},{'by':{'column':'id'}}],'limit':1,'per':[{'column':'region'}]}" },
    { "SELECT DISTINCT ON (region) region, id FROM sales ORDER BY region, units DESC",
      "{'from':[{'table':'sales'}],'select':[{'column':'region'},{'column':'id'}],'order':[{'by':{"
      "'column':'region'}},{'by':{'column':'units'},'descending':true}],'limit':1,'per':[{'column':'region'}]}" },
    { "SELECT id FROM sales WHERE code > 8 AND code <> 'x1' AND units = '3'",
      "{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{'op':'number','args':[{'column':'code'}]},{"
      "'value':8}]},{'op':'<>','args':[{'column':'code'},{'value':'x1'}]},{'op':'=','args':[{'column':'units'},{"
      "'value':3}]}],'select':[{'column':'id'}]}" },
    { "SELECT region AS units, units AS n FROM sales ORDER BY units, n",
      "{'from':[{'table':'sales'}],'select':[{'expr':{'column':'region'},'name':'units'},{'expr':{"
      "'column':'units'},'name':'n'}],'order':[{'by':{'column':'region'}},{'by':{'column':'units'}}]}" },
    { "SELECT units * 2 AS twice, twice + 1 AS more FROM sales WHERE twice > 2",
      "{'from':[{'table':'sales'}],'where':[{'op':'>','args':[{'op':'*','args':[{'column':'units'},{'value':2}]},{"
      "'value':2}]}],'select':[{'expr':{'op':'*','args':[{'column':'units'},{'value':2}]},'name':'twice'},{"
      "'expr':{'op':'+','args':[{'op':'*','args':[{'column':'units'},{'value':2}]},{'value':1}]},'name':'more'}]}" },
    { "SELECT m.manager, (SELECT count(*) FROM sales WHERE sales.region = m.region) FROM managers m",
      "{'from':[{'table':'managers','as':'m'}],'select':[{'column':'manager'},{'query':{'from':[{"
      "'table':'sales'}],'where':[{'op':'=','args':[{'column':'region'},{'column':'region','of':'m'}]}],"
      "'select':[{'aggregate':'count'}]}}]}" },
    { "SELECT region FROM sales INTERSECT SELECT region FROM managers",
      "{'intersect':[{'from':[{'table':'sales'}],'select':[{'column':'region'}]},{'from':[{'table':'managers'}],"
      "'select':[{'column':'region'}]}]}" },
    { "SELECT max(n) FROM (SELECT count(*) AS n FROM sales GROUP BY region)",
      "{'from':[{'query':{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'expr':{"
      "'aggregate':'count'},'name':'n'}]},'as':'rows'}],'select':[{'aggregate':'max','arg':{'column':'n'}}]}" },
    { "SELECT 1e3, 1.50, 12, TRUE, NULL, 'a' FROM products",
      "{'from':[{'table':'products'}],'select':[{'value':1000.0e0},{'value':1.50},{'value':12},{'value':true},{"
      "'value':null},{'value':'a'}]}" },
    { "SELECT DISTINCT count(*) FROM sales GROUP BY region ORDER BY count(*)",
      "{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'aggregate':'count'}],'distinct':true,"
      "'order':[{'by':{'aggregate':'count'}}]}" },
    { "SELECT s.region FROM sales s JOIN (managers m JOIN products p ON m.year > p.price) ON s.region = m.region "
      "AND s.product = p.product",
      "{'from':[{'table':'sales','as':'s'},{'table':'managers','as':'m','on':{'op':'=','args':[{'column':'region',"
      "'of':'s'},{'column':'region','of':'m'}]}},{'table':'products','as':'p','on':{'op':'>','args':[{"
      "'column':'year','of':'m'},{'column':'price','of':'p'}]}}],'where':[{'op':'=','args':[{'column':'product',"
      "'of':'s'},{'column':'product','of':'p'}]}],'select':[{'column':'region','of':'s'}]}" },
    { "SELECT id FROM sales WHERE contains(product, 'ea') AND starts_with(product, 'T')",
      "{'from':[{'table':'sales'}],'where':[{'op':'like','args':[{'column':'product'},{'value':'%ea%'}]},{"
      "'op':'like','args':[{'column':'product'},{'value':'T%'}]}],'select':[{'column':'id'}]}" },
    { "SELECT least(units, 2), greatest(units, 2) FROM sales",
      "{'from':[{'table':'sales'}],'select':[{'op':'least','args':[{'column':'units'},{'value':2}]},{"
      "'op':'greatest','args':[{'column':'units'},{'value':2}]}]}" },
    { "SELECT id FROM sales WHERE paid = 1 AND NOT (units = 3)",
      "{'from':[{'table':'sales'}],'where':[{'op':'=','args':[{'column':'paid'},{'value':true}]},{'op':'<>',"
      "'args':[{'column':'units'},{'value':3}]}],'select':[{'column':'id'}]}" },
    { "SELECT id FROM (SELECT id, units FROM sales ORDER BY units DESC LIMIT 3) ORDER BY id",
      "{'from':[{'query':{'from':[{'table':'sales'}],'select':[{'column':'id'},{'column':'units'}],'order':[{"
      "'by':{'column':'units'},'descending':true}],'limit':3},'as':'rows'}],'select':[{'column':'id'}],'order':[{"
      "'by':{'column':'id'}}]}" },
    { "SELECT id, s.rowid FROM sales s WHERE rowid > 2",
      "{'from':[{'table':'sales','as':'s'}],'where':[{'op':'>','args':[{'op':'-','args':[{'place':'s'},{'value':1}]},{"
      "'value':2}]}],'select':[{'column':'id'},{'expr':{'op':'-','args':[{'place':'s'},{'value':1}]},'name':'rowid'}]"
      "}" },
    { "SELECT mode(product), sum(revenue ORDER BY id) FROM sales WHERE id < 4",
      "{'from':[{'table':'sales'}],'where':[{'op':'<','args':[{'column':'id'},{'value':4}]}],'select':[{'aggregate':"
      "'mode','arg':{'column':'product'}},{'aggregate':'sum','arg':{'column':'revenue'}}]}" },
    { "FROM products", "{'from':[{'table':'products'}]}" },
    { "SELECT sum(units) FILTER (WHERE paid) AS n, region FROM sales GROUP BY region ORDER BY n DESC LIMIT 1",
      "{'from':[{'table':'sales'}],'group':[{'column':'region'}],'select':[{'expr':{'aggregate':'sum','arg':{"
      "'column':'units'},'where':{'column':'paid'}},'name':'n'},{'column':'region'}],'order':[{'by':{"
      "'aggregate':'sum','arg':{'column':'units'},'where':{'column':'paid'}},'descending':true}],'limit':1}" },
    { "SELECT id FROM sales ORDER BY units / revenue DESC, 1",
      "{'from':[{'table':'sales'}],'select':[{'column':'id'}],'order':[{'by':{'op':'/','args':[{"
      "'column':'units'},{'column':'revenue'}]},'descending':true},{'by':{'column':'id'}}]}" },
    { "SELECT s.id FROM sales s, managers m, products p WHERE s.region = m.region AND p.product = s.product AND "
      "p.price > 1",
      "{'from':[{'table':'sales','as':'s'},{'table':'managers','as':'m','on':{'op':'=','args':[{'column':'region',"
      "'of':'s'},{'column':'region','of':'m'}]}},{'table':'products','as':'p','on':{'op':'=','args':[{"
      "'column':'product','of':'p'},{'column':'product','of':'s'}]}}],'where':[{'op':'>','args':[{"
      "'column':'price','of':'p'},{'value':1}]}],'select':[{'column':'id','of':'s'}]}" },
};
