;; How well each token of a query is matched in each of some lines. Assembled into matches-wasm.ts; test/memory/kernel holds the
;; two equal. A token is 64 components of four bits; its byte i holds those of numbers 2i (low) and 2i + 1.
(module
  (memory (export "memory") 2)

  ;; Sixteen bytes of a token as 16-bit levels: the even components, then the odd ones.
  (func $unpack (param $bytes v128) (param $levels v128) (param $out i32)
    (local $even v128) (local $odd v128)
    (local.set $even (i8x16.swizzle (local.get $levels) (v128.and (local.get $bytes) (i8x16.splat (i32.const 15)))))
    (local.set $odd (i8x16.swizzle (local.get $levels) (i8x16.shr_u (local.get $bytes) (i32.const 4))))
    (v128.store (local.get $out) (i16x8.extend_low_i8x16_s (local.get $even)))
    (v128.store offset=16 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $even)))
    (v128.store offset=32 (local.get $out) (i16x8.extend_low_i8x16_s (local.get $odd)))
    (v128.store offset=48 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $odd))))

  ;; Lines end where `ends` says, one after the other from `tokens` on. The query is 16 bits a component, each 32 with the even ones
  ;; first. Writes the best dot product of each of its tokens in each line, 0 or more; `room` is for the levels of a line.
  (func (export "best") (param $levels i32) (param $query i32) (param $queryEnd i32) (param $tokens i32) (param $ends i32) (param $endsEnd i32) (param $room i32) (param $out i32)
    (local $level v128) (local $end i32) (local $row i32) (local $rowEnd i32) (local $q i32) (local $most i32) (local $sum v128)
    (local $q0 v128) (local $q1 v128) (local $q2 v128) (local $q3 v128) (local $q4 v128) (local $q5 v128) (local $q6 v128) (local $q7 v128)
    (local.set $level (v128.load (local.get $levels)))
    (block $done
      (loop $line
        (br_if $done (i32.ge_u (local.get $ends) (local.get $endsEnd)))
        (local.set $end (i32.load (local.get $ends)))
        (local.set $rowEnd (local.get $room))
        (block $unpacked
          (loop $token
            (br_if $unpacked (i32.ge_u (local.get $tokens) (local.get $end)))
            (call $unpack (v128.load (local.get $tokens)) (local.get $level) (local.get $rowEnd))
            (call $unpack (v128.load offset=16 (local.get $tokens)) (local.get $level) (i32.add (local.get $rowEnd) (i32.const 64)))
            (local.set $tokens (i32.add (local.get $tokens) (i32.const 32)))
            (local.set $rowEnd (i32.add (local.get $rowEnd) (i32.const 128)))
            (br $token)))
        (local.set $q (local.get $query))
        (block $asked
          (loop $each
            (br_if $asked (i32.ge_u (local.get $q) (local.get $queryEnd)))
            (local.set $q0 (v128.load (local.get $q)))
            (local.set $q1 (v128.load offset=16 (local.get $q)))
            (local.set $q2 (v128.load offset=32 (local.get $q)))
            (local.set $q3 (v128.load offset=48 (local.get $q)))
            (local.set $q4 (v128.load offset=64 (local.get $q)))
            (local.set $q5 (v128.load offset=80 (local.get $q)))
            (local.set $q6 (v128.load offset=96 (local.get $q)))
            (local.set $q7 (v128.load offset=112 (local.get $q)))
            (local.set $most (i32.const 0))
            (local.set $row (local.get $room))
            (block $compared
              (loop $next
                (br_if $compared (i32.ge_u (local.get $row) (local.get $rowEnd)))
                (local.set $sum (i32x4.add
                  (i32x4.add
                    (i32x4.add (i32x4.dot_i16x8_s (local.get $q0) (v128.load (local.get $row))) (i32x4.dot_i16x8_s (local.get $q1) (v128.load offset=16 (local.get $row))))
                    (i32x4.add (i32x4.dot_i16x8_s (local.get $q2) (v128.load offset=32 (local.get $row))) (i32x4.dot_i16x8_s (local.get $q3) (v128.load offset=48 (local.get $row)))))
                  (i32x4.add
                    (i32x4.add (i32x4.dot_i16x8_s (local.get $q4) (v128.load offset=64 (local.get $row))) (i32x4.dot_i16x8_s (local.get $q5) (v128.load offset=80 (local.get $row))))
                    (i32x4.add (i32x4.dot_i16x8_s (local.get $q6) (v128.load offset=96 (local.get $row))) (i32x4.dot_i16x8_s (local.get $q7) (v128.load offset=112 (local.get $row)))))))
                (local.set $sum (i32x4.add (local.get $sum) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
                (local.set $sum (i32x4.add (local.get $sum) (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $sum) (local.get $sum))))
                (local.set $most (select (local.get $most) (i32x4.extract_lane 0 (local.get $sum)) (i32.gt_s (local.get $most) (i32x4.extract_lane 0 (local.get $sum)))))
                (local.set $row (i32.add (local.get $row) (i32.const 128)))
                (br $next)))
            (i32.store (local.get $out) (local.get $most))
            (local.set $out (i32.add (local.get $out) (i32.const 4)))
            (local.set $q (i32.add (local.get $q) (i32.const 128)))
            (br $each)))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (br $line)))))
