package io.tidemark.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the web UI of a JobManager asks: state, plan and metrics of a job. */
public final class FlinkRest {
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI address;

    FlinkRest(String address) {
        this.address = URI.create(address);
    }

    /** The web UI's address. */
    public URI address() {
        return address;
    }

    /** Answer to a GET of a path such as {@code /jobs/overview}. */
    public JsonNode get(String path) {
        try {
            return json.readTree(text(address.resolve("/v1" + path)));
        } catch (IOException e) {
            throw new AssertionError("GET " + path + ": " + e, e);
        }
    }

    /** How many TaskManagers have registered; 0 while the JobManager cannot be reached. */
    public int taskManagers() {
        try {
            return json.readTree(text(address.resolve("/v1/overview")))
                    .path("taskmanagers")
                    .asInt();
        } catch (IOException e) {
            return 0;
        }
    }

    /** The state of a job, such as {@code RUNNING}. */
    public String jobState(String jobId) {
        return get("/jobs/" + jobId).path("state").asText();
    }

    /** Whether every task of a job runs. */
    public boolean allTasksRun(String jobId) {
        JsonNode vertices = get("/jobs/" + jobId).path("vertices");
        for (JsonNode vertex : vertices) {
            if (!vertex.path("status").asText().equals("RUNNING")) {
                return false;
            }
        }
        return !vertices.isEmpty();
    }

    /** The boxes of the job's graph, each with the names of the operators chained in it. */
    public List<String> vertexNames(String jobId) {
        List<String> names = new ArrayList<>();
        get("/jobs/" + jobId)
                .path("vertices")
                .forEach(vertex -> names.add(vertex.path("name").asText()));
        return names;
    }

    /** The number of checkpoints that a job has completed since it was started. */
    public int completedCheckpoints(String jobId) {
        return get("/jobs/" + jobId + "/checkpoints")
                .path("counts")
                .path("completed")
                .asInt();
    }

    /** How often a job has gone on from a checkpoint or savepoint since it was started. */
    public int restores(String jobId) {
        return get("/jobs/" + jobId + "/checkpoints")
                .path("counts")
                .path("restored")
                .asInt();
    }

    /** The first exception of a job that has failed, or an empty text. */
    public String failure(String jobId) {
        return get("/jobs/" + jobId + "/exceptions")
                .path("exceptionHistory")
                .path("entries")
                .path(0)
                .path("stacktrace")
                .asText();
    }

    /** The sum, over all subtasks, of the metrics of a job whose name ends with a text. */
    public long metricSum(String jobId, String nameEnd) {
        long sum = 0;
        for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/metrics";
            for (JsonNode metric : get(path)) {
                String id = metric.path("id").asText();
                if (id.endsWith(nameEnd)) {
                    sum += get(path + "?get=" + java.net.URLEncoder.encode(id, java.nio.charset.StandardCharsets.UTF_8))
                            .path(0)
                            .path("value")
                            .asLong();
                }
            }
        }
        return sum;
    }

    /** Body of the answer to a GET of any address. */
    public String text(URI uri) throws IOException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
