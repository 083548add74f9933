package io.tidemark;

import java.io.Serializable;
import java.util.function.Function;

/** A function that ships inside an operator: a method reference or a lambda that captures only serializable values. */
@FunctionalInterface
public interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
