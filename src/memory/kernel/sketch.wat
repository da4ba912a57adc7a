;; How far a query is from rows of signs. Assembled into sketch-wasm.ts; test/memory/kernel holds the two equal.
;; A query is two rows of signs, worth 1 and 2: together one of four levels a component, -3, -1, 1 and 3.
(module
  (memory (export "memory") 2)

  ;; For each of `count` rows of `words` times 64 signs: where it differs from the query, how much each place is worth.
  ;; The query's words are interleaved: 64 signs worth 1, the same 64 worth 2, then the next 64.
  (func (export "differences") (param $query i32) (param $rows i32) (param $words i32) (param $count i32) (param $out i32)
    (local $outEnd i32) (local $q i32) (local $qEnd i32) (local $signs i64) (local $sum i64)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $words) (i32.const 4))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $q (local.get $query))
        (local.set $sum (i64.const 0))
        (loop $word
          (local.set $signs (i64.load (local.get $rows)))
          (local.set $sum (i64.add (local.get $sum) (i64.add
            (i64.popcnt (i64.xor (local.get $signs) (i64.load (local.get $q))))
            (i64.shl (i64.popcnt (i64.xor (local.get $signs) (i64.load offset=8 (local.get $q)))) (i64.const 1)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 8)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (br_if $word (i32.lt_u (local.get $q) (local.get $qEnd))))
        (i32.store (local.get $out) (i32.wrap_i64 (local.get $sum)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $each)))))
