package io.tidemark.connector;

import io.tidemark.event.Event;
import java.io.Serializable;
import java.util.List;

/** Made-up events of one scenario: the {@code i}-th is a pure function of the seed and {@code i}. */
public interface EventGenerator extends Serializable {
    /** Events per second of event time, above 0. */
    double rate();

    /** The {@code i}-th event, from 0; its origin is a line of {@code generate}. */
    Event event(long i);

    /**
     * The same, as events of some fields, in this order.
     *
     * @param names of fields of the scenario
     */
    EventGenerator withFields(List<String> names);
}
