;; Dot products of one vector with many rows, four single-precision numbers at a time.
;; Rows and the vector are padded with zeros to a multiple of 32 bytes (ROW_ALIGNMENT in vector-rows.ts).
(module
  (import "env" "memory" (memory 0))

  (func (export "dot")
    (param $row i32)    ;; address of the first row
    (param $count i32)  ;; number of rows, may be 0
    (param $stride i32) ;; bytes of a row
    (param $vector i32) ;; address of the vector
    (param $out i32)    ;; address of the results, one number per row
    (local $at i32)     ;; address inside the vector
    (local $end i32)    ;; end of the vector
    ;; Two sums of four lanes each, so that an addition need not wait for the one before.
    (local $sum v128)
    (local $sum2 v128)

    (local.set $end (i32.add (local.get $vector) (local.get $stride)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $sum2 (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $vector))
        (loop $numbers
          (local.set $sum
            (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load align=16 (local.get $row)) (v128.load align=16 (local.get $at)))))
          (local.set $sum2
            (f32x4.add (local.get $sum2)
              (f32x4.mul (v128.load offset=16 align=16 (local.get $row)) (v128.load offset=16 align=16 (local.get $at)))))
          (local.set $row (i32.add (local.get $row) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $numbers (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $sum2)))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
            (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $rows (local.get $count))))))
