package io.tidemark.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** What the names of an expression stand for. */
interface Scope {
    /** The field of that name; one that is unknown or may not stand here is reported. */
    Typed field(SqlIdentifier name);

    /** What a name with dots stands for; here for nothing, which is reported by the caller. */
    default @Nullable Typed qualified(SqlIdentifier name) {
        return null;
    }

    /** The call's value if it is an aggregate function's, or null if it is not; what is wrong with it is reported. */
    @Nullable
    Typed aggregate(SqlCall call);
}
