;; Scores of many rows against one vector, the target. Rows and target hold single-precision numbers and are padded with zeros to a multiple of
;; 32 bytes (ROW_ALIGNMENT in row-memory.ts), which change neither score. Results are double-precision numbers, one per row.
(module
  (import "env" "memory" (memory 0))

  ;; Dot products, four numbers at a time, in single precision.
  (func (export "dot")
    (param $row i32)    ;; address of the first row
    (param $count i32)  ;; number of rows, may be 0
    (param $stride i32) ;; bytes of a row
    (param $target i32) ;; address of the target
    (param $out i32)    ;; address of the results
    (local $at i32)     ;; address inside the target
    (local $end i32)    ;; end of the target
    ;; Two sums of four lanes each, so that an addition need not wait for the one before.
    (local $sum v128)
    (local $sum2 v128)
    (local.set $end (i32.add (local.get $target) (local.get $stride)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $sum2 (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $target))
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
        (f64.store (local.get $out)
          (f64.promote_f32
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
              (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum))))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $rows (local.get $count)))))

  ;; Squared distances. Differences are squared and added in double precision, two at a time: vectors of any length may be compared, and the
  ;; square of a large difference does not fit into single precision.
  (func (export "squaredDistance")
    (param $row i32)
    (param $count i32)
    (param $stride i32)
    (param $target i32)
    (param $out i32)
    (local $at i32)
    (local $end i32)
    (local $gap v128)
    (local $gap2 v128)
    (local $sum v128)
    (local $sum2 v128)
    (local.set $end (i32.add (local.get $target) (local.get $stride)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $sum2 (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $target))
        (loop $numbers
          (local.set $gap
            (f64x2.sub
              (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row)))
              (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at)))))
          (local.set $gap2
            (f64x2.sub
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $row)))
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $at)))))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $gap) (local.get $gap))))
          (local.set $sum2 (f64x2.add (local.get $sum2) (f64x2.mul (local.get $gap2) (local.get $gap2))))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $numbers (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $sum (f64x2.add (local.get $sum) (local.get $sum2)))
        (f64.store (local.get $out)
          (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $rows (local.get $count))))))
